import type { ChatLog } from '../../provider-sim/index.js';

/** Messages of people. The other lines of a room change state or describe its settings. */
const MESSAGE_COMMANDS = ['PRIVMSG', 'USERNOTICE'];

export interface ChatFound {
  readonly expected: number;
  readonly unreceived: number;
  readonly wrong: readonly string[];
}

const listed = (what: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`${String(ids.length)} chat lines ${what}: ${ids.slice(0, 3).join(' ')}`];

/**
 * Checks that each line sent to a joined socket is present once, by its id, and that no other message is present.
 * @param found ids of the people's messages in the finished chat, in order
 */
export function judgeChat({ lines }: Pick<ChatLog, 'lines'>, found: readonly string[]): ChatFound {
  const sent = lines.filter(
    (line): line is typeof line & { readonly id: string } =>
      line.id !== null && line.id !== '' && MESSAGE_COMMANDS.includes(line.command),
  );
  const listeners = new Set(sent.filter((line) => line.listeners > 0).map(({ id }) => id));
  const known = new Set(sent.map(({ id }) => id));
  const present = new Set(found);
  const wrong = [
    ...listed(
      'lost',
      [...listeners].filter((id) => !present.has(id)),
    ),
    ...listed(
      'doubled',
      found.filter((id, at) => found.indexOf(id) !== at),
    ),
    ...listed(
      'that nobody sent',
      found.filter((id) => !known.has(id)),
    ),
  ];
  return { expected: listeners.size, unreceived: known.size - listeners.size, wrong };
}
