interface Named {
  readonly given: string | null;
  readonly height: number | null;
  readonly fps: number | null;
  readonly bandwidth: number;
  readonly audioOnly: boolean;
}

/**
 * What a rendition is called: the site's own name without its " (source)" mark, else height and rate. A rate of 30 or
 * less is not written, since sites do not write it (protocols.md 3.4).
 */
export function variantName({ given, height, fps, bandwidth, audioOnly }: Named): string {
  const own = given?.replace(/\s*\(source\)$/i, '').trim() ?? '';
  if (own !== '') return /^audio( only|_only)?$/i.test(own) ? 'audio_only' : own;
  if (height !== null) return `${height}p${fps !== null && fps > 31 ? Math.round(fps) : ''}`;
  return audioOnly ? 'audio_only' : `${Math.round(bandwidth / 1000)}k`;
}
