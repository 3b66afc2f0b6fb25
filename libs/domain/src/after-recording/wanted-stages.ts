import { type KeepChoice, type SettingValues, STAGE_KINDS, type StageKind } from '#libs/contracts';

/** A channel's options that decide about stages; absent: inherited. */
export interface StageOptions {
  readonly stages?: Readonly<Partial<Record<StageKind, boolean | undefined>>> | undefined;
  readonly keep_after_download?: KeepChoice | null | undefined;
  readonly download_chat?: boolean | undefined;
  readonly burn_chat?: boolean | undefined;
  readonly download_vod_at_end?: boolean | undefined;
  readonly download_vod_at_end_quality?: string | undefined;
}

/** Whether a stage follows a channel's recordings. `own`: the channel's choice; null: inherited. */
export interface StageChoice {
  readonly kind: StageKind;
  readonly own: boolean | null;
  readonly inherited: boolean;
  readonly isWanted: boolean;
}

/** The settings that switch a stage on for all channels; a stage without one is only a channel's own choice. */
const INHERITED: Readonly<Partial<Record<StageKind, (settings: SettingValues) => boolean>>> = {
  'match': (settings) => settings['after_recording.match'],
  'download-chat': (settings) => settings['after_recording.download_chat'],
  'download-vod': (settings) => settings['after_recording.download_vod'],
  'replace': (settings) => settings['after_recording.keep'] !== 'both',
  'repair': (settings) => settings['after_recording.repair'],
  'reencode': (settings) => settings['reencoder.enabled'],
  'split': (settings) => settings['capture.autosplit-enabled'],
  'nfo': (settings) => settings.create_kodi_nfo,
  'contact-sheet': (settings) => settings['contact_sheet.enable'],
  'hook': (settings) => settings['after_recording.hook'],
  'cleanup': (settings) => settings['cleanup.after_recording'],
};

/** v0's switches. They only switch on: a v0 form sends `false` for all others. */
const V0_SWITCH: Readonly<Partial<Record<StageKind, 'download_chat' | 'burn_chat' | 'download_vod_at_end'>>> = {
  'download-chat': 'download_chat',
  'download-vod': 'download_vod_at_end',
  'render': 'burn_chat',
  'burn': 'burn_chat',
};

/** Stages that must have ended before another one. A stage that is not wanted is not waited for. */
export const STAGE_NEEDS: Readonly<Partial<Record<StageKind, readonly StageKind[]>>> = {
  'download-chat': ['match'],
  'download-vod': ['match'],
  'repair': ['match'],
  'replace': ['download-vod'],
  'burn': ['render'],
};

/** The choices of a channel, for each stage in order. */
export function chooseStages(settings: SettingValues, options: StageOptions): StageChoice[] {
  const choices = STAGE_KINDS.map((kind): StageChoice => {
    const own = ownChoice(kind, options);
    const inherited = INHERITED[kind]?.(settings) ?? false;
    return { kind, own, inherited, isWanted: own ?? inherited };
  });
  // Without the site's video, nothing of it can be downloaded.
  const needsMatch = choices.some(({ kind, isWanted }) => isWanted && STAGE_NEEDS[kind]?.includes('match') === true);
  return choices.map((choice) => (choice.kind === 'match' && needsMatch ? { ...choice, isWanted: true } : choice));
}

function ownChoice(kind: StageKind, options: StageOptions): boolean | null {
  const v0 = V0_SWITCH[kind];
  if (v0 !== undefined && options[v0] === true) return true;
  const keep = options.keep_after_download ?? null;
  if (kind === 'replace' && keep !== null) return keep !== 'both';
  return options.stages?.[kind] ?? null;
}

/** What stays after the site's VOD was downloaded for a channel. */
export const keepChoice = (settings: SettingValues, options: StageOptions): KeepChoice =>
  options.keep_after_download ?? settings['after_recording.keep'];

/** The quality in which the site's VOD is downloaded for a channel. */
export const stageQuality = (settings: SettingValues, options: StageOptions): string =>
  options.download_vod_at_end === true
    ? (options.download_vod_at_end_quality ?? 'best')
    : settings['after_recording.download_vod_quality'];
