import { ChannelEntry, SETTINGS_FORMAT, SettingsFile, V0_ONLY } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { yieldTurn } from '#libs/input';
import { message } from '#libs/messages';
import { z } from 'zod';
import { unstorableTexts } from '../../../platform/unstorable-texts.js';
import { MAX_FAULTS, parseInput } from '../../../platform/input-faults.js';
import { isSettingKey } from '../../../settings/read-changes.js';

interface FileContents {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly channels: readonly ChannelEntry[];
  readonly favourites: readonly string[];
  /** Path of the settings within the file; '' at the top level. */
  readonly root: string;
}
/** If there are faults, the contents are empty. */
interface FileReading {
  readonly contents: FileContents;
  readonly faults: readonly FieldFault[];
}
/** An export has some hundred settings. */
const MAX_SETTINGS = 2000;
/** All but the channels; mostly favourites. */
const MAX_PARTS = 20_000;
const MAX_CHANNEL_PARTS = 2000;
const FileWithRawChannels = SettingsFile.extend({ channels: z.array(z.unknown()).max(10_000) });

const refused = (faults: readonly FieldFault[]): FileReading => ({
  contents: { settings: {}, channels: [], favourites: [], root: '' },
  faults,
});

type Keyed = Readonly<Record<string, unknown>>;
const isKeyed = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys next to the data if the file is a complete answer of the export route. */
const ENVELOPE: ReadonlySet<string> = new Set(['status', 'message', 'data']);

/**
 * Reads an export of Vodkeep, alone or as an answer of its route, or a `config.json` of v0, which has no channels and
 * no header.
 */
export async function readSettingsFile(body: Keyed): Promise<FileReading> {
  const isAnswer = isKeyed(body['data']) && 'format' in body['data'];
  const beside = isAnswer ? Object.keys(body).filter((key) => !ENVELOPE.has(key)) : [];
  if (beside.length > 0)
    return refused(beside.map((path) => ({ path: path.slice(0, 200), message: message('field.unknown') })));
  const file = isAnswer ? (body['data'] as Keyed) : body;
  if ('format' in file) return await ownFile(file);
  const large = largeParts(file, { settings: file });
  if (large.length > 0) return refused(large);
  if (!Object.keys(file).some((key) => isSettingKey(key) || Object.hasOwn(V0_ONLY, key)))
    return refused([{ path: 'format', message: message('field.not-an-export', { format: SETTINGS_FORMAT }) }]);
  return { contents: { settings: withOldNames(file), channels: [], favourites: [], root: '' }, faults: [] };
}

async function ownFile(file: Keyed): Promise<FileReading> {
  const { channels: _, ...rest } = file;
  const large = largeParts(rest, { settings: file['settings'] });
  if (large.length > 0) return refused(large);
  const broken = unstorableTexts(rest, 'body');
  if (broken.length > 0) return refused(broken);
  const { data, faults } = parseInput(FileWithRawChannels, file, 'body');
  if (faults) return refused(faults);
  const channels = await readChannels(data.channels);
  if (channels.faults.length > 0) return refused(channels.faults);
  return {
    contents: { settings: data.settings, channels: channels.entries, favourites: data.favourites, root: 'settings' },
    faults: [],
  };
}

async function readChannels(
  list: readonly unknown[],
): Promise<{ readonly entries: readonly ChannelEntry[]; readonly faults: readonly FieldFault[] }> {
  const entries: ChannelEntry[] = [];
  const faults: FieldFault[] = [];
  for (const [n, value] of list.entries()) {
    await yieldTurn();
    const read = readChannel(value, `channels[${n}]`);
    if (read.entry) entries.push(read.entry);
    else faults.push(...read.faults);
    if (faults.length >= MAX_FAULTS) break;
  }
  return { entries, faults };
}

type ReadChannel =
  | { readonly entry: ChannelEntry; readonly faults?: undefined }
  | { readonly entry?: undefined; readonly faults: readonly FieldFault[] };

function readChannel(value: unknown, at: string): ReadChannel {
  if (holdsMoreThan(value, MAX_CHANNEL_PARTS)) return { faults: [atMost(at, MAX_CHANNEL_PARTS)] };
  const broken = unstorableTexts(value, at);
  const read = parseInput(ChannelEntry, value, at);
  if (broken.length === 0 && !read.faults) return { entry: read.data };
  const faults: readonly FieldFault[] = broken.length > 0 ? broken : (read.faults ?? []);
  return { faults: faults.map(({ path, message }) => ({ path: path === at ? at : `${at}.${path}`, message })) };
}

/** Faults of parts that take too long to check, and that no export has. */
function largeParts(rest: Keyed, { settings }: { readonly settings: unknown }): FieldFault[] {
  if (isKeyed(settings) && Object.keys(settings).length > MAX_SETTINGS) return [atMost('settings', MAX_SETTINGS)];
  return holdsMoreThan(rest, MAX_PARTS) ? [atMost('body', MAX_PARTS)] : [];
}

const atMost = (path: string, n: number): FieldFault => ({
  path,
  message: message('field.at-most-entries', { n: String(n) }),
});

/** Whether a value has more members and elements than this, at any depth. */
function holdsMoreThan(value: unknown, most: number): boolean {
  let parts = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0 && parts <= most) {
    const one = stack.pop();
    if (typeof one !== 'object' || one === null) continue;
    const inside = Object.values(one) as readonly unknown[];
    parts += inside.length;
    if (parts <= most) stack.push(...inside);
  }
  return parts > most;
}

/** v0 stores the date format under another name and loses it at each restart (docs/reference/v0-api.md#settings). */
function withOldNames(config: Keyed): Keyed {
  return 'date_format' in config && !('locale.date-format' in config)
    ? { ...config, 'locale.date-format': config['date_format'] }
    : config;
}
