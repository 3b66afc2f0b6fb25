interface Place {
  readonly folder: string;
  readonly basename: string;
}

/**
 * The wanted name, or the same with a number when another clip of the folder has it (case S48).
 * @param taken whether a place is somebody's
 */
export async function freeBasename(
  { folder, basename }: Place,
  taken: (place: Place) => Promise<boolean>,
): Promise<string> {
  const dot = basename.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [basename.slice(0, dot), basename.slice(dot)] : [basename, ''];
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? basename : `${stem} (${n})${extension}`;
    if (!(await taken({ folder, basename: name }))) return name;
  }
}
