#pragma once

/// Marks what the shared library shows; everything else is hidden (-fvisibility=hidden).
#if defined(__GNUC__)
#define MVLINK_API __attribute__((visibility("default")))
#else
#define MVLINK_API
#endif
