#!/bin/sh
# Installs the command `webagents` from an archive that `cargo xtask dist` wrote.
set -eu

usage() {
    cat <<'END'
Usage: sh install.sh ARCHIVE [--prefix FOLDER] [--sha256 HASH]

ARCHIVE is the path or the http(s) address of webagents-VERSION-PLATFORM.tar.gz. Its SHA-256 is compared with HASH, or
with the file ARCHIVE.sha256. The program is installed in FOLDER/bin, and its man pages, completions and licences in
FOLDER/share. FOLDER is ~/.local by default.
END
}

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 1
}

archive='' prefix="${HOME:+$HOME/.local}" sum=''
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) usage && exit 0 ;;
        --prefix | --sha256)
            [ $# -ge 2 ] || fail "expected a value after $1; see --help"
            if [ "$1" = --prefix ]; then prefix=$2; else sum=$2; fi
            shift
            ;;
        -*) fail "expected --prefix or --sha256, found $1; see --help" ;;
        *)
            [ -z "$archive" ] || fail "expected one archive, found $archive and $1"
            archive=$1
            ;;
    esac
    shift
done
[ -n "$archive" ] || fail 'expected the path or the address of an archive; see --help'
[ -n "$prefix" ] || fail 'expected --prefix, because HOME is not set'

# What was not there before is removed after a failure.
made='' scratch=''
remove() {
    if [ -n "$scratch" ]; then rm -rf "$scratch"; fi
    if [ -n "$made" ]; then find "$made" -depth -type d -exec rmdir {} \; 2>/dev/null || true; fi
}
trap remove EXIT
trap 'exit 1' HUP INT TERM
if [ ! -d "$prefix" ]; then
    made=$prefix
    while [ ! -d "$(dirname "$made")" ]; do made=$(dirname "$made"); done
fi
no_folder="expected a folder to write to, found $prefix; name another by --prefix"
mkdir -p "$prefix" 2>/dev/null || fail "$no_folder"
prefix=$(cd "$prefix" 2>/dev/null && pwd) || fail "$no_folder"
scratch=$(mktemp -d "$prefix/.webagents-install.XXXXXX" 2>/dev/null) || fail "$no_folder"

# fetch ADDRESS FILE: writes the file at an address into FILE.
fetch() {
    if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --output "$2" "$1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document "$2" "$1"
    else
        fail 'expected curl or wget for an address; install one of them, or give the path of the archive'
    fi
}

packed=$scratch/archive.tar.gz
case $archive in
    http://* | https://*)
        fetch "$archive" "$packed" || fail "expected an archive at $archive; compare the address with the release"
        [ -n "$sum" ] || fetch "$archive.sha256" "$scratch/sum" ||
            fail "expected its SHA-256 at $archive.sha256; give it by --sha256"
        ;;
    *)
        [ -f "$archive" ] || fail "expected an archive, found no file $archive"
        cp "$archive" "$packed" || fail "expected an archive that can be read, found $archive"
        if [ -z "$sum" ]; then
            [ -f "$archive.sha256" ] || fail "expected its SHA-256 in $archive.sha256; give it by --sha256"
            cp "$archive.sha256" "$scratch/sum"
        fi
        ;;
esac

[ -n "$sum" ] || sum=$(cut -d ' ' -f 1 "$scratch/sum")
if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$packed")
elif command -v shasum >/dev/null; then
    found=$(shasum -a 256 "$packed")
else
    fail 'expected sha256sum or shasum to compare the archive; install one of them'
fi
found=${found%% *}
[ "$found" = "$sum" ] ||
    fail "expected the SHA-256 $sum, found $found; get the archive again, and nothing was installed"

mkdir "$scratch/files"
tar -xzf "$packed" -C "$scratch/files" 2>/dev/null ||
    fail "expected a tar archive compressed by gzip, found $archive"
root=$(echo "$scratch"/files/webagents-*)
[ -f "$root/bin/webagents" ] || fail "expected the archive of webagents, found another in $archive"
version=$("$root/bin/webagents" --version 2>/dev/null) ||
    fail "expected a program for $(uname -s) on $(uname -m), found that of ${root##*/}; take the archive of your platform"

# Each file is replaced at once, since both are on one file system, and none before all places were tried.
refuse() {
    fail "expected to write $prefix/$1, and could not; name another folder by --prefix"
}
(cd "$root" && find share bin -type f) >"$scratch/list"
while IFS= read -r file; do
    [ ! -d "$prefix/$file" ] || refuse "$file"
done <"$scratch/list"
while IFS= read -r file; do
    mkdir -p "$prefix/${file%/*}" 2>/dev/null && [ -w "$prefix/${file%/*}" ] || refuse "$file"
done <"$scratch/list"
while IFS= read -r file; do
    mv -f "$root/$file" "$prefix/$file" || refuse "$file"
done <"$scratch/list"
made=''

printf 'installed %s in %s/bin\n' "$version" "$prefix"
case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) printf 'add the folder to PATH: export PATH="%s/bin:$PATH"\n' "$prefix" ;;
esac
