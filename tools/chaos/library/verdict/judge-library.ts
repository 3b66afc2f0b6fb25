/** Content of a library according to Postgres. */
export interface LibraryRows {
  readonly vods: readonly string[];
  /** Files that are not deleted. */
  readonly files: readonly {
    readonly vod: string;
    readonly key: string;
    readonly sizeBytes: number;
    readonly libraryPath: string | null;
  }[];
  readonly clips: readonly string[];
  /** Paths where a link of Vodkeep may remain that no row needs. */
  readonly leftovers: readonly string[];
  /** VODs whose changes the library does not show yet. */
  readonly due: readonly string[];
  readonly openJobs: readonly string[];
}

/**
 * Content of the storage: objects by key, and the library's paths with the key that each shows (null: it shows none).
 * `library` is null if the driver has no library.
 */
export interface StoredLibrary {
  readonly objects: ReadonlyMap<string, number>;
  readonly library: ReadonlyMap<string, string | null> | null;
}

const OWNED = /^(vods|clips)\/([^/]+)\//;
/** A file may have objects of several attempts next to each other; one of them counts. */
const CONTAINER = /^vods\/[^/]+\/files\/.+\.(mp4|mkv|mov|m4a|ts)$/;
const TOMBSTONE = /^tombstones\/(.+)\.json$/;

const listed = (what: string, found: readonly string[]): string[] =>
  found.length === 0 ? [] : [`${String(found.length)} ${what}: ${[...new Set(found)].slice(0, 4).join(' ')}`];

/** Everything that is incomplete or has no owner. Empty: the library matches its rows. */
export function judgeLibrary(rows: LibraryRows, stored: StoredLibrary): string[] {
  const { objects } = stored;
  const owners = new Set([...rows.vods, ...rows.clips]);
  const tombstones = [...objects.keys()].flatMap((key) => TOMBSTONE.exec(key)?.[1] ?? []);
  const ownerOf = (key: string): string | undefined => OWNED.exec(key)?.[2];
  const isOwned = (key: string): boolean => {
    const owner = ownerOf(key);
    return owner === undefined || owners.has(owner);
  };
  const unowned = [...objects.keys()].filter((key) => !isOwned(key));
  return [
    ...listed(
      'objects without a row or a tombstone',
      unowned.filter((key) => !tombstones.includes(ownerOf(key) ?? '')),
    ),
    ...listed(
      'objects of deleted VODs',
      unowned.filter((key) => tombstones.includes(ownerOf(key) ?? '')),
    ),
    ...listed(
      'tombstones of existing VODs',
      tombstones.filter((uuid) => owners.has(uuid)),
    ),
    ...listed(
      'files missing on storage',
      rows.files.filter(({ key }) => !objects.has(key)).map(({ key }) => key),
    ),
    ...listed(
      'files of existing VODs without a row',
      [...objects.keys()].filter(
        (key) => CONTAINER.test(key) && owners.has(ownerOf(key) ?? '') && !rows.files.some((file) => file.key === key),
      ),
    ),
    ...listed(
      'files of another size',
      rows.files.filter(({ key, sizeBytes }) => (objects.get(key) ?? sizeBytes) !== sizeBytes).map(({ key }) => key),
    ),
    ...(stored.library === null ? [] : libraryFaults(rows, stored.library)),
    ...listed('library paths that wait for removal', rows.leftovers),
    ...listed('VODs whose changes the library does not show yet', rows.due),
    ...listed('jobs that have not ended', rows.openJobs),
  ];
}

function libraryFaults({ files }: LibraryRows, library: ReadonlyMap<string, string | null>): string[] {
  const wanted = new Set(files.map(({ libraryPath }) => libraryPath));
  const isWrong = ({ libraryPath, key }: LibraryRows['files'][number]): boolean =>
    libraryPath !== null && library.has(libraryPath) && library.get(libraryPath) !== key;
  return [
    ...listed(
      'files without a path in the library',
      files.filter(({ libraryPath }) => libraryPath === null).map(({ key }) => key),
    ),
    ...listed(
      'paths of the library without a file',
      files.flatMap(({ libraryPath }) => (libraryPath === null || library.has(libraryPath) ? [] : [libraryPath])),
    ),
    ...listed(
      'paths of the library with another file',
      files.filter(isWrong).map(({ libraryPath }) => String(libraryPath)),
    ),
    ...listed(
      'library files without a row',
      [...library.keys()].filter((path) => !wanted.has(path)),
    ),
  ];
}
