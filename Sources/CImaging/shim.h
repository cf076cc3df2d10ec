// The headers of libpng, TurboJPEG and libwebp for Swift, and the pixel formats whose four bytes in
// memory form one 0xAARRGGBB word on this machine.

#ifndef CHATTUI_CIMAGING_SHIM_H
#define CHATTUI_CIMAGING_SHIM_H

#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const png_uint_32 cimaging_png_argb = PNG_FORMAT_BGRA;
static const int cimaging_jpeg_argb = TJPF_BGRA;
static const WEBP_CSP_MODE cimaging_webp_argb = MODE_BGRA;
#else
static const png_uint_32 cimaging_png_argb = PNG_FORMAT_ARGB;
static const int cimaging_jpeg_argb = TJPF_ARGB;
static const WEBP_CSP_MODE cimaging_webp_argb = MODE_ARGB;
#endif

#endif
