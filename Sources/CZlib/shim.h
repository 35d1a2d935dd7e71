// zlib as Swift can call it: its initialisers are macros, which Swift does not see.
#ifndef TRACKLOGGER_CZLIB_H
#define TRACKLOGGER_CZLIB_H

#include <zlib.h>

/// Run lengths and Huffman codes alone: columns of differences have no strings that come again, and looking for them costs
/// most of the time.
static inline int tl_deflate_init(z_stream *stream) {
  return deflateInit2(stream, 6, Z_DEFLATED, 15, 8, Z_RLE);
}
static inline int tl_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
