/**
 * `chat`: received chat, its images and its files. `other`: journals, thumbnails, manifests, timelines, subtitles and side
 * files.
 */
export type ObjectKind = 'segments' | 'files' | 'chat' | 'other';

/** @param rest the key without the prefix of the VOD (`objectKeys`) */
export function kindOf(rest: string): ObjectKind {
  if (/^parts\/[^/]+\/(r\/[^/]+\/)?[si]\//.test(rest)) return 'segments';
  if (/^parts\/[^/]+\/c\//.test(rest) || rest.startsWith('chat/')) return 'chat';
  return rest.startsWith('files/') && !/^files\/side\/|\.(json|vtt)$/.test(rest) ? 'files' : 'other';
}
