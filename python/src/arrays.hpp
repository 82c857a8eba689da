#pragma once

#include <mvlink/matrix.hpp>

#include <pybind11/numpy.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

/// An owner that keeps a Python object alive. It is released with the interpreter lock held, from any thread.
std::shared_ptr<const void> keep_alive(pybind11::object object);

/// An array that takes over a vector: no copy.
template <class T>
pybind11::array_t<T> moved_array(std::vector<T>&& values) {
    auto owner = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = owner->data();
    const auto size = static_cast<pybind11::ssize_t>(owner->size());
    const pybind11::capsule base(owner.get(), [](void* held) { delete static_cast<std::vector<T>*>(held); });
    owner.release();
    return pybind11::array_t<T>({size}, {static_cast<pybind11::ssize_t>(sizeof(T))}, data, base);
}

/// A read-only array over memory that `base` keeps alive.
template <class T>
pybind11::array_t<T> shown_array(std::vector<pybind11::ssize_t> shape, std::vector<pybind11::ssize_t> strides,
                                 const T* data, pybind11::handle base) {
    pybind11::array_t<T> array(std::move(shape), std::move(strides), data, base);
    pybind11::detail::array_proxy(array.ptr())->flags &= ~pybind11::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

/// A contiguous array of this type; others are converted.
template <class T>
using Packed = pybind11::array_t<T, pybind11::array::c_style | pybind11::array::forcecast>;

template <class T>
std::span<const T> span_of(const Packed<T>& array) {
    return {array.data(), static_cast<std::size_t>(array.size())};
}
