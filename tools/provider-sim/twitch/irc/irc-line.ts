/** A line of the server before serialization. The tags are in their order on the wire. */
export interface IrcLine {
  /** null writes the key only, without `=`. */
  readonly tags?: Readonly<Record<string, string | number | null>>;
  /** Without the colon; default `tmi.twitch.tv`. */
  readonly prefix?: string;
  readonly command: string;
  readonly params?: readonly string[];
  readonly trailing?: string | undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { ' ': '\\s', ';': '\\:', '\\': '\\\\', '\r': '\\r', '\n': '\\n' };

/** Escapes a tag value by the IRCv3 message tags specification. */
export const escapeTag = (value: string): string => value.replaceAll(/[ ;\\\r\n]/g, (char) => ESCAPES[char] ?? char);

function tagsOf(tags: NonNullable<IrcLine['tags']>): string {
  let text = '';
  for (const [key, value] of Object.entries(tags))
    text += `${text === '' ? '@' : ';'}${key}${value === null ? '' : `=${typeof value === 'number' ? String(value) : escapeTag(value)}`}`;
  return text === '' ? '' : `${text} `;
}

/** Serializes a line, without CR LF. */
export function ircLine({ tags = {}, prefix = 'tmi.twitch.tv', command, params = [], trailing }: IrcLine): string {
  const middle = params.length > 0 ? ` ${params.join(' ')}` : '';
  return `${tagsOf(tags)}:${prefix} ${command}${middle}${trailing === undefined ? '' : ` :${trailing}`}`;
}

/** `nick!nick@nick.tmi.twitch.tv`. */
export const maskOf = (login: string): string => `${login}!${login}@${login}.tmi.twitch.tv`;

/** The line without its tags, for a client without the tags capability. */
export const withoutTags = (line: string): string => (line.startsWith('@') ? line.slice(line.indexOf(' ') + 1) : line);

/** The command of a server line; '' if it has none. */
export function commandOf(line: string): string {
  const words = withoutTags(line).split(' ', 2);
  return (words[0]?.startsWith(':') === true ? words[1] : words[0]) ?? '';
}

/** A tag of a server line, still escaped; null if it is missing. */
export function tagOf(line: string, key: string): string | null {
  if (!line.startsWith('@')) return null;
  const found = line
    .slice(1, line.indexOf(' '))
    .split(';')
    .find((pair) => pair === key || pair.startsWith(`${key}=`));
  return found === undefined ? null : found.slice(key.length + 1);
}

/** A line that a client sent. */
export interface ClientLine {
  readonly command: string;
  readonly params: readonly string[];
  /** The last parameter, with or without colon; '' if there is none. */
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
