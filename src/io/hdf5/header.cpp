#include "io/hdf5/header.hpp"

#include <deque>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace io::hdf5 {
namespace {

enum Message : int {
    kSpace = 0x01,
    kLinkInfo = 0x02,
    kType = 0x03,
    kLink = 0x06,
    kLayout = 0x08,
    kFilters = 0x0B,
    kAttribute = 0x0C,
    kContinuation = 0x10,
    kSymbolTable = 0x11,
};

constexpr int kMostBlocks = 1000;

/// Padded to the next multiple of 8.
std::size_t padded(std::size_t size) {
    return (size + 7) / 8 * 8;
}

}  // namespace

ElementType read_type(Cursor cursor) {
    ElementType type;
    const int head = cursor.byte(), flags = cursor.byte();
    cursor.skip(2);
    type.size = cursor.number(4);
    switch (head & 0x0F) {
        case 0:
            type.kind = ElementType::Kind::integer;
            type.big_endian = (flags & 1) != 0;
            type.is_signed = (flags & 8) != 0;
            break;
        case 1:
            type.kind = ElementType::Kind::real;
            type.big_endian = (flags & 1) != 0;
            break;
        case 3:
            type.kind = ElementType::Kind::text;
            break;
        case 7:
            type.kind = (flags & 0x0F) == 0 ? ElementType::Kind::reference : ElementType::Kind::other;
            break;
        case 8: {  // an enumeration, as h5py stores booleans: of the integers that it names
            const std::size_t size = type.size;
            type = read_type(cursor);
            if (type.kind != ElementType::Kind::integer || type.size != size) type.kind = ElementType::Kind::other;
            break;
        }
        default:
            type.kind = ElementType::Kind::other;
    }
    return type;
}

std::vector<Index> read_space(const File& file, Cursor cursor) {
    constexpr int kMostDims = 32;
    const int version = cursor.byte(), rank = cursor.byte();
    if (version < 1 || version > 2 || rank > kMostDims)
        refuse("{}: a damaged HDF5 file: {} dimensions", file.bytes().name, rank);
    cursor.skip(version == 1 ? 6 : 2);
    std::vector<Index> dims;
    for (int i = 0; i < rank; ++i) {
        const std::uint64_t size = cursor.number(8);
        if (size > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()))
            refuse("{}: a damaged HDF5 file: a dimension of {}", file.bytes().name, size);
        dims.push_back(static_cast<Index>(size));
    }
    return dims;
}

/// The messages of one object, block after block.
class HeaderReader {
public:
    HeaderReader(const File& file, std::uint64_t address) : file_(file) {
        const std::string_view text = file.from(address);
        const bool is_new = text.starts_with("OHDR");
        Cursor head(file, text);
        if (is_new) {
            begin_new(head);
        } else {
            begin_old(head, address);
        }
        std::size_t bytes = 0;
        for (int count = 0; !blocks_.empty(); ++count) {
            if (count > kMostBlocks) refuse("{}: a damaged HDF5 file: a header without an end", file.bytes().name);
            const std::string_view block = blocks_.front();
            blocks_.pop_front();
            bytes += block.size();
            if (bytes > file.bytes().data.size())
                refuse("{}: a damaged HDF5 file: a header larger than the file", file.bytes().name);
            is_new ? read_new(block) : read_old(block);
        }
    }

    Object object;

private:
    void begin_old(Cursor& head, std::uint64_t address) {
        if (head.byte() != 1)
            refuse("{}: a damaged HDF5 file, or one that uses what mvlink does not read (a header at {})",
                   file_.bytes().name, address);
        head.skip(1);
        messages_ = head.number(2);
        head.skip(4);
        const std::uint64_t size = head.number(4);
        head.align(8);
        blocks_.push_back(head.take(size));
    }

    void begin_new(Cursor& head) {
        head.expect("OHDR");
        head.skip(1);
        const int flags = head.byte();
        has_order_ = (flags & 4) != 0;
        if ((flags & 0x20) != 0) head.skip(16);
        if ((flags & 0x10) != 0) head.skip(4);
        blocks_.push_back(head.take(head.number(1 << (flags & 3))));
    }

    void read_old(std::string_view block) {
        Cursor cursor(file_, block);
        while (cursor.left() >= 8 && messages_ > 0) {
            --messages_;
            const auto type = static_cast<int>(cursor.number(2));
            const std::uint64_t size = cursor.number(2);
            const int flags = cursor.byte();
            cursor.skip(3);
            take(type, flags, cursor.take(size), false);
        }
    }

    void read_new(std::string_view block) {
        Cursor cursor(file_, block);
        const std::size_t head = has_order_ ? 6 : 4;
        while (cursor.left() >= head) {
            const int type = cursor.byte();
            const std::uint64_t size = cursor.number(2);
            const int flags = cursor.byte();
            if (has_order_) cursor.skip(2);
            take(type, flags, cursor.take(size), true);
        }
    }

    void take(int type, int flags, std::string_view content, bool is_new) {
        Cursor cursor(file_, content);
        if ((flags & 2) != 0) return;  // shared with another object: types with names of their own
        switch (type) {
            case kSpace:
                object.dims = read_space(file_, cursor);
                object.has_space = true;
                break;
            case kType:
                object.type = read_type(cursor);
                break;
            case kLayout:
                take_layout(cursor);
                break;
            case kFilters:
                take_filters(cursor);
                break;
            case kAttribute:
                take_attribute(cursor);
                break;
            case kLink:
                take_link(cursor);
                break;
            case kLinkInfo:
                take_link_info(cursor);
                break;
            case kSymbolTable:
                object.is_group = true;
                object.tree = cursor.number(8);
                object.heap = cursor.number(8);
                break;
            case kContinuation:
                take_continuation(cursor, is_new);
                break;
            default:
                break;
        }
    }

    void take_continuation(Cursor& cursor, bool is_new) {
        const std::uint64_t address = cursor.number(8), size = cursor.number(8);
        std::string_view block = file_.part(address, size);
        if (is_new) {
            if (!block.starts_with("OCHK") || block.size() < 8)
                refuse("{}: a damaged HDF5 file: a header breaks off", file_.bytes().name);
            block = block.substr(4, block.size() - 8);
        }
        blocks_.push_back(block);
    }

    void take_layout(Cursor& cursor) {
        Layout& layout = object.layout;
        const int version = cursor.byte(), kind = cursor.byte();
        const bool is_read = version == 3 || (version == 4 && kind < 2);  // 4 has other indices of chunks
        if (!is_read)
            refuse(
                "{}: HDF5 storage of version {}; expected 3, as files are written for all readers (h5py: "
                "libver=\"earliest\")",
                file_.bytes().name, version);
        if (kind == 0) {
            layout.kind = Layout::Kind::compact;
            const std::uint64_t size = cursor.number(2);
            layout.compact = cursor.take(size);
        } else if (kind == 1) {
            layout.kind = Layout::Kind::contiguous;
            layout.address = cursor.number(8);
            layout.size = cursor.number(8);
        } else if (kind == 2) {
            layout.kind = Layout::Kind::chunked;
            const int rank = cursor.byte() - 1;  // the last is the size of an element
            layout.address = cursor.number(8);
            for (int i = 0; i < rank; ++i)
                layout.chunk.push_back(static_cast<Index>(cursor.number(4)));
        } else {
            refuse("{}: HDF5 storage of kind {}; expected data in this file", file_.bytes().name, kind);
        }
    }

    void take_filters(Cursor& cursor) {
        const int version = cursor.byte(), count = cursor.byte();
        if (version == 1) cursor.skip(6);
        for (int i = 0; i < count; ++i) {
            Filter filter;
            filter.id = static_cast<int>(cursor.number(2));
            const std::size_t name = version == 1 || filter.id >= 256 ? cursor.number(2) : 0;
            cursor.skip(2);
            const std::uint64_t values = cursor.number(2);
            cursor.skip(version == 1 ? padded(name) : name);
            for (std::uint64_t j = 0; j < values; ++j)
                filter.values.push_back(static_cast<std::uint32_t>(cursor.number(4)));
            if (version == 1 && values % 2 == 1) cursor.skip(4);
            object.filters.push_back(std::move(filter));
        }
    }

    void take_link(Cursor& cursor) {
        object.is_group = true;
        cursor.skip(1);
        const int flags = cursor.byte();
        const int kind = (flags & 8) != 0 ? cursor.byte() : 0;
        if ((flags & 4) != 0) cursor.skip(8);
        if ((flags & 0x10) != 0) cursor.skip(1);
        const std::uint64_t length = cursor.number(1 << (flags & 3));
        std::string name(cursor.take(length));
        if (kind == 0) object.links.emplace_back(std::move(name), cursor.number(8));
    }

    /// Groups of many members may keep them in a heap of another kind.
    void take_link_info(Cursor& cursor) {
        object.is_group = true;
        cursor.skip(1);
        const int flags = cursor.byte();
        if ((flags & 1) != 0) cursor.skip(8);
        if (cursor.number(8) == kUndefined) return;
        refuse(
            "{}: an HDF5 group of the newer kind; expected a file written for all readers (h5py: "
            "libver=\"earliest\")",
            file_.bytes().name);
    }

    void take_attribute(Cursor& cursor) {
        const int version = cursor.byte();
        cursor.skip(1);
        const std::size_t name_size = cursor.number(2), type_size = cursor.number(2), space_size = cursor.number(2);
        if (version == 3) cursor.skip(1);
        const auto next = [&](std::size_t size) {
            const std::string_view part = cursor.take(version == 1 ? padded(size) : size);
            return part.substr(0, size);
        };
        const std::string_view name_text = next(name_size);
        const std::string name(name_text.substr(0, name_text.find('\0')));
        const std::string_view type_text = next(type_size), space_text = next(space_size);
        if (type_text.size() < 8 || space_text.size() < 4) return;
        const ElementType type = read_type(Cursor(file_, type_text));
        const bool is_one = read_space(file_, Cursor(file_, space_text)).empty();
        if (type.size > cursor.left()) return;
        if (type.kind == ElementType::Kind::text) {
            const std::string_view text = cursor.take(type.size);
            object.texts[name] = text.substr(0, text.find('\0'));
        } else if (type.kind == ElementType::Kind::integer && is_one && !type.big_endian && type.size <= 8) {
            object.numbers[name] = cursor.number(static_cast<int>(type.size));
        }
    }

    const File& file_;
    std::deque<std::string_view> blocks_;
    std::uint64_t messages_ = 0;
    bool has_order_ = false;
};

Object read_header(const File& file, std::uint64_t address) {
    return HeaderReader(file, address).object;
}

}  // namespace io::hdf5
}  // namespace v1
}  // namespace mvlink
