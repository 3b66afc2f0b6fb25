import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, OutsideError } from '#libs/errors';
import { startHouse, type House } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { SIM_TWITCH_APP } from '../../provider-sim/index.js';
import { slowableFfmpeg } from '../run/house-lane.js';
import { stageFor, type Theatre } from '../run/performing.js';
import type { StorageKind } from '../scenario.js';
import type { ActStage, InProgress } from './act.js';
import { LibraryApi } from './library-api.js';
import { LibraryDb } from './library-db.js';
import { SceneSeeds } from './scene-seeds.js';
import { loginOf, type LibraryScene, type Wave } from './scenes.js';
import { runIntoIt, StruckHouse } from './struck-house.js';
import { concludeLibrary, concludeMedia } from './verdict/conclude-library.js';

const SITE = 'twitch';
/** Ends and returns of children; the rest is for operators. */
const TOLD = / ended \(|can't start/;

interface Open {
  readonly theatre: Theatre;
  readonly storage: StorageKind;
  readonly house: House;
  readonly api: LibraryApi;
  readonly db: LibraryDb;
  readonly slowFile: string;
  readonly seeds: SceneSeeds;
}

/** Where the house of a storage driver keeps everything. */
export const houseDir = (dir: string, storage: StorageKind): string => join(dir, `house-library-${storage}`);

/** A house that looks for the site at the simulator, with nothing in its library. Ends with `cleaning`. */
async function open(theatre: Theatre, storage: StorageKind, cleaning: AsyncDisposableStack): Promise<Open> {
  const { dir, sim, signal, say } = theatre;
  const home = mkdtempSync(join(dir, `library-${storage}-`));
  const slowFile = join(home, 'slow');
  const house = await startHouse({
    dataDir: houseDir(dir, storage),
    port: await freePort(),
    host: '127.0.0.1',
    storage,
    recorders: 1,
    env: { PATH: slowableFfmpeg(join(home, 'bin'), slowFile), VODKEEP_SITES: `${sim.url}/h/{host}` },
    signal,
    say: (line) => {
      if (TOLD.test(line)) say(`      [library ${storage}] ${line}`);
    },
  });
  cleaning.defer(() => house.stop());
  const api = new LibraryApi(house.url);
  const db = new LibraryDb(house.env['VODKEEP_PG_URL'] ?? '');
  cleaning.defer(() => db.close());
  await api.useApp(SITE, { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret });
  await api.change({ 'push.transport': 'off' });
  return {
    theatre,
    storage,
    house,
    api,
    db,
    slowFile,
    seeds: new SceneSeeds({ theatre, storage, api, env: house.env }),
  };
}

interface Playing {
  /** Its VODs are copies of the template. */
  readonly isSeeded: boolean;
  readonly stage: ActStage;
  readonly began: number;
  readonly progress: InProgress;
}

/** Brings a scene to its middle. Null: it has failed. */
async function begin(
  { theatre, storage, house, api, db, slowFile, seeds }: Open,
  scene: LibraryScene,
  channelUuid: string,
): Promise<Playing | null> {
  const stage: ActStage = {
    ...stageFor(theatre, loginOf(scene, storage), storage),
    house,
    api,
    db,
    slowFile,
    digest: seeds.digest,
    channelUuid,
  };
  stage.say(scene.about);
  const began = performance.now();
  try {
    const progress = await scene.act.begin(stage);
    stage.say(`in its middle: ${progress.evidence}`);
    return { isSeeded: scene.act.vods > 0, stage, began, progress };
  } catch (thrown) {
    await fail(theatre, { stage, thrown, house });
    return null;
  }
}

async function fail(
  { results, signal, sim }: Theatre,
  { stage, thrown, house }: { readonly stage: ActStage; readonly thrown: unknown; readonly house: House },
): Promise<void> {
  if (!signal.aborted)
    results.fail({
      name: stage.channel,
      thrown,
      logs: [join(house.dataDir, 'log')],
      simLog: sim.log().channels[stage.channel] ?? null,
    });
  await stage.cleaning.disposeAsync();
}

interface Verdict {
  readonly isOfDownload: boolean;
  readonly reached: Promise<void>;
}

/** All scenes of a wave in their middle, then the strike. @returns their verdicts */
async function play(opened: Open, wave: Wave): Promise<Verdict[]> {
  const { theatre, house, storage } = opened;
  theatre.signal.throwIfAborted();
  const channels = await opened.seeds.plant(wave);
  const playing = (await Promise.all([...channels].map(([scene, uuid]) => begin(opened, scene, uuid)))).filter(
    (one) => one !== null,
  );
  if (playing.length === 0) return [];
  const struck = new StruckHouse({
    house,
    storage,
    say: (line) => {
      theatre.say(`      [library ${storage}] ${line}`);
    },
  });
  let fault: Error | null = null;
  try {
    for (const part of wave[0]?.parts ?? []) await struck.lose(part);
    for (const { progress } of playing) await progress.release();
    if (struck.isStorageLost) await runIntoIt(theatre.signal);
  } catch (thrown) {
    fault = asError(thrown);
  }
  await struck.giveBack().catch((thrown: unknown) => {
    fault ??= asError(thrown);
  });
  return playing.map((one) => ({ isOfDownload: !one.isSeeded, reached: conclude(opened, one, fault) }));
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new OutsideError('wrong', messageOf(thrown));

async function conclude(
  { theatre, house }: Open,
  { isSeeded, stage, began, progress }: Playing,
  fault: Error | null,
): Promise<void> {
  try {
    if (fault !== null) throw fault;
    await progress.conclude();
    if (isSeeded) await concludeMedia(stage);
    theatre.results.pass(stage.channel, (performance.now() - began) / 1000);
    await stage.cleaning.disposeAsync();
  } catch (thrown) {
    await fail(theatre, { stage, thrown, house });
  }
}

interface Played {
  readonly storage: StorageKind;
  readonly waves: readonly Wave[];
  /** Downloads of one wave may last into the next: their commands go to another recorder within 15 s. */
  readonly inHaste: boolean;
}

/** One house, its waves one after another, and in the end a look at all of its library. */
export async function libraryLane(theatre: Theatre, { storage, waves, inHaste }: Played): Promise<void> {
  const cleaning = new AsyncDisposableStack();
  const verdicts: Verdict[] = [];
  try {
    const opened = await open(theatre, storage, cleaning);
    for (const wave of waves) {
      const own = await play(opened, wave);
      verdicts.push(...own);
      await Promise.all(own.filter(({ isOfDownload }) => !inHaste || !isOfDownload).map(({ reached }) => reached));
    }
    await Promise.all(verdicts.map(({ reached }) => reached));
    const began = performance.now();
    await opened.house.restart('api'); // its sweeper finishes what was broken off, as it would within ten minutes
    const say = (line: string): void => {
      theatre.say(`      [library ${storage}] ${line}`);
    };
    await concludeLibrary({ db: opened.db, env: opened.house.env, signal: theatre.signal, say });
    theatre.results.pass(wholeOf(storage), (performance.now() - began) / 1000);
  } finally {
    await cleaning.disposeAsync();
    await Promise.all(verdicts.map(({ reached }) => reached));
  }
}

/** The look at all of it is counted too. */
export const wholeOf = (storage: StorageKind): string => `whole_library_${storage}`;
