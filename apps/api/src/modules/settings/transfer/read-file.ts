import { type ChannelEntry, SETTINGS_FORMAT, SettingsFile, V0_ONLY } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { message } from '#libs/messages';
import { unstorableTexts } from '../../../platform/unstorable-texts.js';
import { parseInput } from '../../../platform/input-faults.js';
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
export function readSettingsFile(body: Keyed): FileReading {
  const isAnswer = isKeyed(body['data']) && 'format' in body['data'];
  const beside = isAnswer ? Object.keys(body).filter((key) => !ENVELOPE.has(key)) : [];
  if (beside.length > 0)
    return refused(beside.map((path) => ({ path: path.slice(0, 200), message: message('field.unknown') })));
  const file = isAnswer ? (body['data'] as Keyed) : body;
  if ('format' in file) return ownFile(file);
  if (!Object.keys(file).some((key) => isSettingKey(key) || Object.hasOwn(V0_ONLY, key)))
    return refused([{ path: 'format', message: message('field.not-an-export', { format: SETTINGS_FORMAT }) }]);
  return { contents: { settings: withOldNames(file), channels: [], favourites: [], root: '' }, faults: [] };
}

function ownFile(file: Keyed): FileReading {
  const broken = unstorableTexts(file, 'body');
  if (broken.length > 0) return refused(broken);
  const { data, faults } = parseInput(SettingsFile, file, 'body');
  if (faults) return refused(faults);
  return {
    contents: {
      settings: data.settings,
      channels: data.channels,
      favourites: data.favourites,
      root: 'settings',
    },
    faults: [],
  };
}

/** v0 stores the date format under another name and loses it at each restart (docs/reference/v0-api.md#settings). */
function withOldNames(config: Keyed): Keyed {
  return 'date_format' in config && !('locale.date-format' in config)
    ? { ...config, 'locale.date-format': config['date_format'] }
    : config;
}
