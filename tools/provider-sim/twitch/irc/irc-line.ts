/** A line of the server before it is text. Tags in their order on the wire. */
export interface IrcLine {
  /** null writes the key alone, without `=`. */
  readonly tags?: Readonly<Record<string, string | number | null>>;
  /** Without the colon; `tmi.twitch.tv` when not given. */
  readonly prefix?: string;
  readonly command: string;
  readonly params?: readonly string[];
  readonly trailing?: string | undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { ' ': '\\s', ';': '\\:', '\\': '\\\\', '\r': '\\r', '\n': '\\n' };

/** As in the IRCv3 message tags specification. */
export const escapeTag = (value: string): string => value.replaceAll(/[ ;\\\r\n]/g, (char) => ESCAPES[char] ?? char);

function tagsOf(tags: NonNullable<IrcLine['tags']>): string {
  let text = '';
  for (const [key, value] of Object.entries(tags))
    text += `${text === '' ? '@' : ';'}${key}${value === null ? '' : `=${typeof value === 'number' ? String(value) : escapeTag(value)}`}`;
  return text === '' ? '' : `${text} `;
}

/** Without CR LF. */
export function ircLine({ tags = {}, prefix = 'tmi.twitch.tv', command, params = [], trailing }: IrcLine): string {
  const middle = params.length > 0 ? ` ${params.join(' ')}` : '';
  return `${tagsOf(tags)}:${prefix} ${command}${middle}${trailing === undefined ? '' : ` :${trailing}`}`;
}

/** `nick!nick@nick.tmi.twitch.tv`. */
export const maskOf = (login: string): string => `${login}!${login}@${login}.tmi.twitch.tv`;

/** Without its tags, as for a client that did not ask for them. */
export const withoutTags = (line: string): string => (line.startsWith('@') ? line.slice(line.indexOf(' ') + 1) : line);

/** The command of a line of the server, '' when it has none. */
export function commandOf(line: string): string {
  const words = withoutTags(line).split(' ', 2);
  return (words[0]?.startsWith(':') === true ? words[1] : words[0]) ?? '';
}

/** Of a line of the server, as it stands on the wire (still escaped); null when it is not there. */
export function tagOf(line: string, key: string): string | null {
  if (!line.startsWith('@')) return null;
  const found = line
    .slice(1, line.indexOf(' '))
    .split(';')
    .find((pair) => pair === key || pair.startsWith(`${key}=`));
  return found === undefined ? null : found.slice(key.length + 1);
}

/** What a client sent. */
export interface ClientLine {
  readonly command: string;
  readonly params: readonly string[];
  /** The last parameter, with or without colon; '' when there is none. */
  readonly last: string;
}

export function parseClientLine(line: string): ClientLine {
  const bare = line.replace(/^(?:@\S* +)?(?::\S* +)?/, '');
  const colon = bare.indexOf(' :');
  const words = (colon === -1 ? bare : bare.slice(0, colon)).split(' ').filter((word) => word !== '');
  const [command = '', ...middle] = words;
  const params = colon === -1 ? middle : [...middle, bare.slice(colon + 2)];
  return { command: command.toUpperCase(), params, last: params.at(-1) ?? '' };
}
