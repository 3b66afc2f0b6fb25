import { type FileEntity, subtitlesName } from '../persistence/entities/file.entity.js';
import { sideFileName } from '../persistence/entities/side-file.js';
import { chatFileName } from '../persistence/entities/vod-chat.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type ShownFile } from '../persistence/repositories/library-links.repository.js';

/** Suffix of a downloaded chat (docs/reference/v0-api.md#files-of-a-vod). */
export const DOWNLOADED_CHAT = '_chat.json';

/** All files of a VOD that have a place in the library, with their present names. */
export function vodFileList(
  { uuid, basename, chat, downloadedChat, sideFiles }: VodEntity,
  files: readonly FileEntity[],
): ShownFile[] {
  const videos = files.flatMap((f): ShownFile[] => [
    { kind: 'file', id: f.id, vodUuid: uuid, key: f.key, name: f.basename, path: f.libraryPath },
    ...f.subtitles.map((one): ShownFile => ({
      kind: 'subtitles',
      id: f.id,
      vodUuid: uuid,
      key: one.key,
      name: subtitlesName(f.basename, one),
      path: one.libraryPath,
    })),
  ]);
  const chats = [
    { kind: 'chat', file: chat?.file, name: chatFileName(basename) },
    { kind: 'downloadedChat', file: downloadedChat, name: `${basename}${DOWNLOADED_CHAT}` },
  ] as const;
  return [
    ...videos,
    ...sideFiles.map((file): ShownFile => ({
      kind: 'side',
      id: file.kind,
      vodUuid: uuid,
      key: file.key,
      name: sideFileName(basename, file),
      path: file.libraryPath,
    })),
    ...chats.flatMap(({ kind, file, name }): ShownFile[] =>
      file ? [{ kind, id: kind, vodUuid: uuid, key: file.key, name, path: file.libraryPath }] : [],
    ),
  ];
}
