interface Place {
  readonly folder: string;
  readonly basename: string;
}

/**
 * Returns the wanted name, or the name with a number if another clip in the folder has it.
 * @param exists whether a place is taken
 */
export async function freeBasename(
  { folder, basename }: Place,
  exists: (place: Place) => Promise<boolean>,
): Promise<string> {
  const dot = basename.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [basename.slice(0, dot), basename.slice(dot)] : [basename, ''];
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? basename : `${stem} (${n})${extension}`;
    if (!(await exists({ folder, basename: name }))) return name;
  }
}

/** Names of the objects that may exist next to a clip: the site's data about it, and the chat of its time range. */
export const BESIDE_CLIP = ['info.json', 'chat.json'] as const;

/**
 * The name or path of an object next to a clip.
 * @param clip name or path of the clip, with its extension
 */
export const companionName = (clip: string, name: (typeof BESIDE_CLIP)[number]): string =>
  `${clip.replace(/\.[^./]*$/, '')}.${name}`;

/**
 * The clip that a name would belong to, and the kind of object; null: no such object. Downloaded clips end in `.mp4`.
 */
export function companionOfClip(
  path: string,
): { readonly clip: string; readonly name: (typeof BESIDE_CLIP)[number] } | null {
  const name = BESIDE_CLIP.find((one) => path.endsWith(`.${one}`));
  return name === undefined ? null : { clip: `${path.slice(0, -name.length)}mp4`, name };
}
