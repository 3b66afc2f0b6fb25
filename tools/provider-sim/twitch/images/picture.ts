import { svgFile, type Drawing } from './svg.js';

export type PictureFormat = 'png' | 'gif' | 'webp' | 'avif' | 'jpeg';
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}
export interface PictureBytes {
  readonly type: string;
  readonly body: Buffer;
}

/** Length of each of the six frames, ms. Many real GIFs contain a 0; browsers show such a frame for 100 ms. */
export const DELAYS = { even: [80, 80, 80, 80, 80, 80], withZero: [0, 80, 80, 160, 80, 80] } as const;

/** Loaded with the first image, not at the simulator's start. */
const sharpOf = async (): Promise<(typeof import('sharp'))['default']> => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
};

/** Draws one still image. */
export async function stillPicture(drawing: Drawing, size: PictureSize, format: PictureFormat): Promise<PictureBytes> {
  const sharp = await sharpOf();
  const image = sharp(svgFile(drawing(0), size));
  const body = await (
    format === 'jpeg'
      ? image.flatten({ background: '#000' }).jpeg({ quality: 82 })
      : format === 'avif'
        ? image.avif({ effort: 0 })
        : image.toFormat(format)
  ).toBuffer();
  return { type: `image/${format}`, body };
}

/** An animated image of {@link FRAMES} frames in an endless loop. */
export async function movingPicture(
  drawing: Drawing,
  size: PictureSize,
  { format, delays }: { readonly format: 'gif' | 'webp'; readonly delays: readonly number[] },
): Promise<PictureBytes> {
  const sharp = await sharpOf();
  /* The phases start a quarter of a step in, so that no two adjacent frames are equal: WebP would merge them. */
  const frames = await Promise.all(
    delays.map((_, i) =>
      sharp(svgFile(drawing((i + 0.25) / delays.length), size))
        .ensureAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  const strip = sharp(Buffer.concat(frames), {
    raw: { width: size.width, height: size.height * frames.length, channels: 4, pageHeight: size.height },
  });
  const how = { delay: [...delays], loop: 0 };
  return { type: `image/${format}`, body: await (format === 'gif' ? strip.gif(how) : strip.webp(how)).toBuffer() };
}
