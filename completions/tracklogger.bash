# Made from the command table: tracklogger completions bash
_tracklogger() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= operands= files= options word before=
  # Bash parts --option=value at the sign.
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" != = ] || continue
    case $before in --db|--config) before=; continue ;; esac
    case $word in -*) before=$word ;; *) command=$word; break ;; esac
  done
  case $prev in
    --tee|--db|--config|--output) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --speed|--since|--until|--on|--limit|--box|--from|--to|--near|--within|--trip|--visit|--bbox|--simplify|--name|--after) COMPREPLY=(); return ;;
    --tz) COMPREPLY=($(compgen -W "$(awk '!/^#/ { print $3 }' /usr/share/zoneinfo/zone1970.tab 2>/dev/null)" -- "$cur")); return ;;
    --units) COMPREPLY=($(compgen -W 'km mi' -- "$cur")); return ;;
    --format) COMPREPLY=($(compgen -W 'gpx geojson kml csv json' -- "$cur")); return ;;
    --dir) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")); return ;;
    --per) COMPREPLY=($(compgen -W 'day trip' -- "$cur")); return ;;
  esac
  case $command in
    run) options='--tee --db --config --json --help' ;;
    replay) options='--correct-dates --no-interpolation --speed --db --config --json --help' files=yes ;;
    status) options='--tz --db --config --json --help' ;;
    trips) options='--since --until --on --tz --utc --limit --box --units --csv --from --to --near --within --db --config --json --help' ;;
    visits) options='--since --until --on --tz --utc --limit --box --units --csv --near --within --db --config --json --help' ;;
    places) options='--since --until --on --tz --utc --limit --box --units --csv --db --config --json --help' ;;
    days) options='--since --until --on --tz --utc --limit --box --units --csv --db --config --json --help' ;;
    events) options='--since --until --on --tz --utc --limit --box --units --csv --follow --db --config --json --help' ;;
    search) options='--since --until --on --tz --utc --limit --box --units --csv --db --config --json --help' ;;
    show) options='--tz --utc --units --box --db --config --json --help' operands='trip visit' ;;
    export) options='--format --output --trip --visit --bbox --simplify --since --until --on --tz --utc --limit --box --db --config --json --help' ;;
    archive) options='--dir --per --format --simplify --tz --utc --box --db --config --json --help' ;;
    pull) options='--name --db --config --json --help' ;;
    dump) options='--after --db --config --json --help' ;;
    load) options='--name --db --config --json --help' files=yes ;;
    boxes) options='--db --config --json --help' ;;
    serve-ssh) options='--db --config --json --help' ;;
    backup) options='--db --config --json --help' files=yes ;;
    geocode) options='--once --db --config --json --help' operands='status retry prefetch lookup' ;;
    place) options='--box --db --config --json --help' operands='name' ;;
    gazetteer) options='--db --config --json --help' operands='import' files=yes ;;
    check) options='--quick --db --config --json --help' ;;
    *) options='--db --config --json --help --version' operands='run replay status trips visits places days events search show export archive pull dump load boxes serve-ssh backup geocode place gazetteer check' ;;
  esac
  case $cur in
    -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
    *)
      COMPREPLY=($(compgen -W "$operands" -- "$cur"))
      [ -z "$files" ] || { compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")); }
      ;;
  esac
}
complete -F _tracklogger tracklogger
