/**
 * `chat`: what was received, its pictures and its files; `other`: journals, thumbnails, manifests, timelines.
 */
export type ObjectKind = 'segments' | 'files' | 'chat' | 'other';

/** @param rest of the key, below the VOD's prefix (`objectKeys`) */
export function kindOf(rest: string): ObjectKind {
  if (/^parts\/[^/]+\/[si]\//.test(rest)) return 'segments';
  if (/^parts\/[^/]+\/c\//.test(rest) || rest.startsWith('chat/')) return 'chat';
  return rest.startsWith('files/') && !rest.endsWith('.json') ? 'files' : 'other';
}
