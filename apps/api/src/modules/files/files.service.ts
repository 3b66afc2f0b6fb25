import { type ApiConfig } from '#libs/config';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { CONFIG, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Stats } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isSavedChat, savedChatKeys } from '../../library/saved-chat-keys.js';
import { SAVED_VODS } from '../../library/library-place.js';
import { isOpenForWriting } from './is-open-for-writing.js';
import { OwnedFiles } from '../../persistence/repositories/owned-files.repository.js';
import { readName, readPlace, type Root } from './safe-path.js';

interface Folder {
  readonly root: Root;
  readonly parts: readonly string[];
  readonly path: string;
}
interface FileView {
  readonly name: string;
  readonly size: number;
  readonly date: string;
  readonly is_dir: boolean;
  readonly is_public: boolean;
  readonly extension: string;
}

const accessDenied = () =>
  new UserError(message('error.access-denied'), {
    fields: [{ path: 'path', message: message('error.access-denied') }],
  });
const fileMissing = () =>
  new UserError(message('error.path-not-there'), {
    fields: [{ path: 'path', message: message('field.does-not-exist') }],
  });
const noFile = (fault = message('error.file-not-there')) =>
  new UserError(fault, { fields: [{ path: 'name', message: fault }] });

/**
 * Lists and deletes files in the library folder and the log folder, for an operator without a shell. No other path of
 * the machine is accessible, and symbolic links are not followed.
 */
@Injectable()
export class Files {
  private readonly log = new Logger('files');

  constructor(
    @Inject(CONFIG) private readonly config: ApiConfig,
    private readonly owned: OwnedFiles,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /**
   * Lists folders first, each group by name.
   * @throws UserError `files-off` (404), `path-missing`, `path-invalid`, `access-denied`, `path-not-there`,
   *   `files-elsewhere`
   */
  async list(path: string | undefined): Promise<FileView[]> {
    const folder = await this.folder(path);
    const names = (await readdir(folder.path)).filter((name) => !name.startsWith('.'));
    const found = await Promise.all(names.map(async (name) => ({ name, stat: await statOf(join(folder.path, name)) })));
    const isPublic = await this.publicOf(folder, names);
    const views = found.flatMap(({ name, stat }) =>
      stat && (stat.isFile() || stat.isDirectory()) ? [view({ name, stat, isPublic: isPublic(name) })] : [],
    );
    return views.sort((a, b) => Number(b.is_dir) - Number(a.is_dir) || a.name.localeCompare(b.name));
  }

  /** Returns whether a media URL serves the file of that name in this folder. */
  private async publicOf({ root, parts }: Folder, names: readonly string[]): Promise<(name: string) => boolean> {
    if (root !== 'storage') return () => false;
    const pathOf = (name: string): string => [...parts, name].join('/');
    const served = await this.owned.served(names.map(pathOf));
    const isChats = parts.join('/') === SAVED_VODS;
    return (name) => served.has(pathOf(name)) || (isChats && isSavedChat(name));
  }

  /** @throws as {@link list}; UserError `file-not-there`, `file-owned`, `log-in-use` (both 409) */
  async remove(path: string | undefined, name: string | undefined): Promise<void> {
    const folder = await this.folder(path);
    const file = readName(name);
    const stat = await statOf(join(folder.path, file));
    if (!stat) throw noFile();
    if (!stat.isFile())
      throw noFile(message(stat.isDirectory() ? 'error.file-not-there.folder' : 'error.file-not-there.no-plain-file'));
    if (folder.root === 'storage' && (await this.owned.has([...folder.parts, file].join('/'))))
      throw new UserError(message('error.file-owned'), { status: 409 });
    if (isServiceLog(folder, file) && (await isOpenForWriting(join(folder.path, file))))
      throw new UserError(message('error.log-in-use'), { status: 409 });
    await this.dropObjects(folder, file);
    await unlink(join(folder.path, file));
    this.log.warn(`${[folder.root, ...folder.parts, file].join('/')}: deleted by the operator`);
  }

  /** Returns the path of a file on this machine. @throws as {@link list}; UserError `file-not-there` */
  async find(path: string | undefined, name: string | undefined): Promise<string> {
    const folder = await this.folder(path);
    const file = join(folder.path, readName(name));
    if (!(await statOf(file))?.isFile()) throw noFile();
    return file;
  }

  /**
   * A saved chat in the library is a second name of an object. Without this deletion the object would keep its bytes,
   * and `/saved_vods` would still serve it. Objects are deleted first, so that after a crash the file still exists and
   * can be deleted again.
   */
  private async dropObjects({ root, parts }: Folder, name: string): Promise<void> {
    if (root !== 'storage' || parts.join('/') !== SAVED_VODS || !isSavedChat(name)) return;
    await this.storage.delete(await savedChatKeys(this.storage, name));
  }

  private async folder(text: string | undefined): Promise<Folder> {
    if (!this.config.http.filesApi) throw new UserError(message('error.files-off'), { status: 404 });
    const { root, parts } = readPlace(text);
    let path = this.rootOf(root);
    if (!(await statOf(path))?.isDirectory()) throw fileMissing();
    for (const part of parts) {
      path = join(path, part);
      const stat = await statOf(path);
      if (stat?.isSymbolicLink()) throw accessDenied();
      if (!stat?.isDirectory()) throw fileMissing();
    }
    return { root, parts, path };
  }

  private rootOf(root: Root): string {
    if (root === 'logs') return join(this.config.core.dataDir, 'log');
    if (this.config.storage.kind === 's3') throw new UserError(message('error.files-elsewhere'));
    return join(this.config.storage.dir, 'library');
  }
}

/** Services append to these files all the time. */
const isServiceLog = ({ root, parts }: Folder, name: string): boolean =>
  root === 'logs' && parts.length === 0 && name.endsWith('.log');

/** Returns null if the path does not exist. Does not follow links. */
const statOf = (path: string): Promise<Stats | null> => lstat(path).catch(() => null);

function view({ name, stat, isPublic }: { name: string; stat: Stats; isPublic: boolean }): FileView {
  const isDir = stat.isDirectory();
  return {
    name,
    size: isDir ? 0 : stat.size,
    date: stat.mtime.toISOString(),
    is_dir: isDir,
    is_public: !isDir && isPublic,
    extension: isDir ? '' : extname(name).slice(1).toLowerCase(),
  };
}
