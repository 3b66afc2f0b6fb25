/** Properties of an image, read from its bytes. `width` and `height` in px. */
export interface PictureInfo {
  readonly ext: string;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

/**
 * Detects an image type from its bytes, because servers often send wrong types: PNG (with APNG), GIF, WebP, AVIF.
 * @returns null for another type, or if there is no size
 */
export function sniffPicture(bytes: Buffer): PictureInfo | null {
  const found = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? avif(bytes);
  return found && found.width > 0 && found.height > 0 ? found : null;
}

const text = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);
const info = (
  ext: string,
  { width, height, animated }: Pick<PictureInfo, 'width' | 'height' | 'animated'>,
): PictureInfo => ({ ext, contentType: `image/${ext}`, width, height, animated });

/**
 * PNG: https://www.w3.org/TR/2003/REC-PNG-20031110/ 5.2 and 11.2.2. An `acTL` chunk before the image data marks an
 * APNG.
 */
function png(bytes: Buffer): PictureInfo | null {
  if (bytes.length < 24 || text(bytes, 1, 4) !== 'PNG' || text(bytes, 12, 16) !== 'IHDR') return null;
  const control = bytes.indexOf('acTL', 0, 'latin1');
  const data = bytes.indexOf('IDAT', 0, 'latin1');
  return info('png', {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    animated: control > 0 && (data < 0 || control < data),
  });
}

/** GIF89a 18, 23: more than one graphic control extension means more than one frame. */
function gif(bytes: Buffer): PictureInfo | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(text(bytes, 0, 6))) return null;
  const control = Buffer.from([0x21, 0xf9, 0x04]);
  const first = bytes.indexOf(control);
  return info('gif', {
    width: bytes.readUInt16LE(6),
    height: bytes.readUInt16LE(8),
    animated: first >= 0 && bytes.includes(control, first + 3),
  });
}

/** WebP container (RFC 9649): extended, lossless and lossy. */
function webp(bytes: Buffer): PictureInfo | null {
  if (bytes.length < 30 || text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return null;
  const kind = text(bytes, 12, 16);
  if (kind === 'VP8X')
    return info('webp', {
      width: bytes.readUIntLE(24, 3) + 1,
      height: bytes.readUIntLE(27, 3) + 1,
      animated: (bytes.readUInt8(20) & 2) !== 0,
    });
  if (kind === 'VP8L')
    return info('webp', {
      width: (bytes.readUInt32LE(21) & 0x3fff) + 1,
      height: ((bytes.readUInt32LE(21) >>> 14) & 0x3fff) + 1,
      animated: false,
    });
  return kind === 'VP8 '
    ? info('webp', {
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
        animated: false,
      })
    : null;
}

/** ISO/IEC 23000-22: the brand, and the size in the first `ispe` property; a sequence has the brand `avis`. */
function avif(bytes: Buffer): PictureInfo | null {
  if (bytes.length < 32 || text(bytes, 4, 8) !== 'ftyp') return null;
  const brands = text(bytes, 8, Math.min(bytes.length, bytes.readUInt32BE(0)));
  const size = bytes.indexOf('ispe', 0, 'latin1');
  if (!/avi[fs]/.test(brands) || size < 0 || size + 16 > bytes.length) return null;
  return info('avif', {
    width: bytes.readUInt32BE(size + 8),
    height: bytes.readUInt32BE(size + 12),
    animated: brands.includes('avis'),
  });
}
