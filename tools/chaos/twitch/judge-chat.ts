import type { ChatLog } from '../../provider-sim/index.js';

/** What people say; the rest of a room's lines changes something, or tells of its settings. */
const MESSAGE_COMMANDS = ['PRIVMSG', 'USERNOTICE'];

export interface ChatFound {
  readonly expected: number;
  readonly unheard: number;
  readonly wrong: readonly string[];
}

const listed = (what: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`${String(ids.length)} chat lines ${what}: ${ids.slice(0, 3).join(' ')}`];

/**
 * Every line that a joined socket was sent, once, by its id; nothing that nobody said.
 * @param found ids of the finished chat's messages of people, in its order
 */
export function judgeChat({ lines }: Pick<ChatLog, 'lines'>, found: readonly string[]): ChatFound {
  const sent = lines.filter(
    (line): line is typeof line & { readonly id: string } =>
      line.id !== null && line.id !== '' && MESSAGE_COMMANDS.includes(line.command),
  );
  const listeners = new Set(sent.filter((line) => line.listeners > 0).map(({ id }) => id));
  const known = new Set(sent.map(({ id }) => id));
  const there = new Set(found);
  const wrong = [
    ...listed(
      'lost',
      [...listeners].filter((id) => !there.has(id)),
    ),
    ...listed(
      'doubled',
      found.filter((id, at) => found.indexOf(id) !== at),
    ),
    ...listed(
      'that nobody said',
      found.filter((id) => !known.has(id)),
    ),
  ];
  return { expected: listeners.size, unheard: known.size - listeners.size, wrong };
}
