// The headers of libpng, TurboJPEG, libwebp and giflib for Swift, and the pixel formats whose four
// bytes in memory form one 0xAARRGGBB word on this machine.

#ifndef CHATTUI_CIMAGING_SHIM_H
#define CHATTUI_CIMAGING_SHIM_H

#include <gif_lib.h>
#include <math.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const png_uint_32 cimaging_png_argb = PNG_FORMAT_BGRA;
static const int cimaging_jpeg_argb = TJPF_BGRA;
static const WEBP_CSP_MODE cimaging_webp_argb = MODE_BGRA;
#else
static const png_uint_32 cimaging_png_argb = PNG_FORMAT_ARGB;
static const int cimaging_jpeg_argb = TJPF_ARGB;
static const WEBP_CSP_MODE cimaging_webp_argb = MODE_ARGB;
#endif

// A picture of words 0xAARRGGBB as WebP; 0 when it fails. The caller frees the bytes with WebPFree.
static inline size_t cimaging_webp_encode(
    const void *pixels, int width, int height, float quality, uint8_t **bytes) {
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  if (!WebPConfigPreset(&config, WEBP_PRESET_PHOTO, quality) || !WebPPictureInit(&picture))
    return 0;
  WebPMemoryWriterInit(&writer);
  picture.use_argb = 1;
  picture.width = width;
  picture.height = height;
  // The encoder only reads them.
  picture.argb = (uint32_t *)pixels;
  picture.argb_stride = width;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  int ok = WebPEncode(&config, &picture);
  picture.argb = NULL;
  WebPPictureFree(&picture);
  if (!ok) {
    WebPMemoryWriterClear(&writer);
    return 0;
  }
  *bytes = writer.mem;
  return writer.size;
}

static inline double cimaging_cosine(double angle) { return cos(angle); }
static inline double cimaging_power(double base, double exponent) { return pow(base, exponent); }

#endif
