import { type Channel, type ChannelEdit, type StageKind } from '#libs/contracts';

export const STAGE_CHOICES = ['inherit', 'on', 'off'] as const;
export type StageChoice = (typeof STAGE_CHOICES)[number];

/** v0's switch of a stage, which switches it on whatever `stages` says. */
const V0_SWITCH: Readonly<Partial<Record<StageKind, 'download_chat' | 'download_vod_at_end'>>> = {
  'download-chat': 'download_chat',
  'download-vod': 'download_vod_at_end',
};

/** @param own the channel's choice; null: inherited */
export function choiceOf(own: boolean | null): StageChoice {
  if (own === null) return 'inherit';
  return own ? 'on' : 'off';
}

/** The edit that makes a choice: v0's switch where there is one, so that v0 clients show it too. */
export function editOf({ stages }: Pick<Channel, 'stages'>, kind: StageKind, choice: StageChoice): ChannelEdit {
  const { [kind]: _before, ...others } = stages;
  const v0 = V0_SWITCH[kind];
  if (v0 === undefined) return { stages: choice === 'inherit' ? others : { ...others, [kind]: choice === 'on' } };
  return { [v0]: choice === 'on', stages: choice === 'off' ? { ...others, [kind]: false } : others };
}
