interface Place {
  readonly folder: string;
  readonly basename: string;
}

/**
 * The wanted name, or the same with a number when another clip of the folder has it.
 * @param exists whether a place is somebody's
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

/** What may lie beside a clip: what its site tells of it, and the chat of its stretch. Its objects are called so. */
export const BESIDE_CLIP = ['info.json', 'chat.json'] as const;

/** The name or path of what lies beside a clip. @param clip its own, with its ending */
export const besideClip = (clip: string, name: (typeof BESIDE_CLIP)[number]): string =>
  `${clip.replace(/\.[^./]*$/, '')}.${name}`;

/** Which clip a name would lie beside, and as what; null: beside none. Fetched clips end in `.mp4`. */
export function clipBeside(
  path: string,
): { readonly clip: string; readonly name: (typeof BESIDE_CLIP)[number] } | null {
  const name = BESIDE_CLIP.find((one) => path.endsWith(`.${one}`));
  return name === undefined ? null : { clip: `${path.slice(0, -name.length)}mp4`, name };
}
