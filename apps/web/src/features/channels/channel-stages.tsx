import { type Channel, type ChannelStage, KEEP_CHOICES } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { saveStages, useChannelStages } from '../../api/vod-stage.js';
import { QUALITIES, QualitySelect } from '../../components/ui/download-selects.js';
import { LoadState } from '../../components/ui/load-state.js';
import { Select } from '../../components/ui/select.js';
import { useAction } from '../../lib/use-action.js';
import { choiceOf, editOf, STAGE_CHOICES, type StageChoice } from './stage-choices.js';
import './channel-stages.css';

/** What follows each recording of a channel: its own choices, and what it inherits. Each choice is saved at once. */
export function ChannelStages({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const answer = useChannelStages(channel.uuid);
  return (
    <section className="channel-stages">
      <h3>{t('stages.title')}</h3>
      <p className="muted">{t('stages.channel-help')}</p>
      {answer.data === undefined ? (
        <LoadState what={t('stages.loading')} answer={answer} />
      ) : (
        <ul>
          {answer.data.map((stage) => (
            <Stage key={stage.kind} channel={channel} stage={stage} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Stage({ channel, stage }: { readonly channel: Channel; readonly stage: ChannelStage }) {
  const { t } = useTranslation();
  const save = useAction(saveStages);
  const inherited = t(stage.inherited ? 'stages.inherit-on' : 'stages.inherit-off');
  return (
    <li>
      <div>
        <b>{stage.name}</b>
        {!stage.is_possible && <p className="muted">{stage.reason}</p>}
      </div>
      {stage.is_possible && stage.kind === 'replace' && <Keep channel={channel} name={stage.name} />}
      {stage.is_possible && stage.kind !== 'replace' && (
        <div className="channel-stage-choice">
          <Select<StageChoice>
            label={stage.name}
            value={choiceOf(stage.own)}
            options={STAGE_CHOICES.map((value) => ({
              value,
              label: value === 'inherit' ? inherited : t(`stages.${value}`),
            }))}
            onChange={(choice) => {
              void save.run(channel.uuid, editOf(channel, stage.kind, choice));
            }}
          />
          {stage.kind === 'download-vod' && stage.own === true && <Quality channel={channel} />}
        </div>
      )}
    </li>
  );
}

/** What stays after the site's VOD was downloaded. */
function Keep({ channel, name }: { readonly channel: Channel; readonly name: string }) {
  const { t } = useTranslation();
  const save = useAction(saveStages);
  return (
    <div className="channel-stage-choice">
      <Select<'inherit' | (typeof KEEP_CHOICES)[number]>
        label={name}
        value={channel.keep_after_download ?? 'inherit'}
        options={(['inherit', ...KEEP_CHOICES] as const).map((value) => ({ value, label: t(`stages.keep.${value}`) }))}
        onChange={(choice) => {
          void save.run(channel.uuid, { keep_after_download: choice === 'inherit' ? null : choice });
        }}
      />
    </div>
  );
}

/** The quality of the copy, if the channel itself wants one. */
function Quality({ channel }: { readonly channel: Channel }) {
  const save = useAction(saveStages);
  return (
    <QualitySelect
      id={`quality-of-copy-${channel.uuid}`}
      value={QUALITIES.find((name) => name === channel.download_vod_at_end_quality) ?? 'best'}
      onChange={(quality) => {
        void save.run(channel.uuid, { download_vod_at_end_quality: quality });
      }}
    />
  );
}
