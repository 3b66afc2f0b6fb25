import 'reflect-metadata';
import { importSettings as route, type SettingValues } from '#libs/contracts';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { Keyring } from '#libs/service-kit';
import { invalidInput, parseInput } from '../../../apps/api/src/platform/input-faults.js';
import { parseInTurns } from '../../../apps/api/src/http/parse-in-turns.js';
import { ChannelImport } from '../../../apps/api/src/modules/settings/transfer/channel-import.js';
import { planSettings } from '../../../apps/api/src/modules/settings/transfer/plan-settings.js';
import { readSettingsFile } from '../../../apps/api/src/modules/settings/transfer/read-file.js';
import { SourceAddresses } from '../../../apps/api/src/sites/source-addresses.js';
import { SOURCE_PURPOSE } from '../../../apps/api/src/sites/source-credentials.js';
import { orRefusal } from './or-refusal.js';

type Ports = ConstructorParameters<typeof ChannelImport>;
const NO_CHANNELS = { all: () => Promise.resolve([]) } as unknown as Ports[0];
const keyring = Keyring.parse(Keyring.newEntry());
const providers = new Providers({ sites: new SiteAddresses(), account: () => NO_ACCOUNT });
const SITES = {
  of: (kind: string) => providers.of(kind),
  addresses: new SourceAddresses(keyring.purpose(SOURCE_PURPOSE), keyring),
} as unknown as Ports[1];
const imports = new ChannelImport(NO_CHANNELS, SITES);

/** All that an import does before it writes. */
export async function importSettings([body = Buffer.alloc(0)]: readonly Buffer[]): Promise<void> {
  await orRefusal(async () => {
    const read = parseInput(route.body, await parseInTurns(body.toString('utf8')), 'body');
    if (read.faults) throw invalidInput(read.faults);
    const { contents, faults } = await readSettingsFile(read.data);
    if (faults.length > 0) throw invalidInput(faults);
    const values = {} as unknown as SettingValues;
    const settings = planSettings(contents.settings, { values, given: new Map() }, contents.root);
    const channels = await imports.plan(contents.channels, null as unknown as Parameters<ChannelImport['plan']>[1]);
    if (channels.faults.length > 0) throw invalidInput([...settings.faults, ...channels.faults]);
  });
}
