import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Toggle } from '../../components/ui/toggle.js';
import { CHAT_SIDES, type ChatSettings, DELETED_STYLES, FONT_PX, OFFSET_S, WIDTH_PX } from './chat-settings.js';
import { useChatSettings, writeChatOffset, writeChatSettings } from './chat-settings-store.js';
import { ChatSheet } from './chat-sheet.js';

const SWITCHES = ['timestamps', 'badges', 'emotes'] as const;
const OFFSET_STEP_S = 0.5;

/** Chat settings of this browser. Each change takes effect at once. */
export function ChatMenu({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const settings = useChatSettings();
  return (
    <ChatSheet title={<h3>{t('chat.settings')}</h3>} label={t('chat.settings')} onClose={onClose}>
      <div className="chat-menu">
        <Offset uuid={uuid} seconds={settings.offsets[uuid] ?? 0} />
        {SWITCHES.map((name) => (
          <OnOff key={name} name={name} label={t(`chat.${name}`)} settings={settings} />
        ))}
        <Pick
          name="deleted"
          options={DELETED_STYLES}
          settings={settings}
          label={t('chat.deleted')}
          optionText={(v) => t(`chat.deleted.${v}`)}
        />
        <Pick
          name="side"
          options={CHAT_SIDES}
          settings={settings}
          label={t('chat.side')}
          optionText={(v) => t(`chat.side.${v}`)}
        />
        <Slider name="fontPx" label={t('chat.font')} settings={settings} range={FONT_PX} />
        <Slider name="widthPx" label={t('chat.width')} settings={settings} range={WIDTH_PX} step={10} />
        <HiddenWords hiddenWords={settings.hiddenWords} />
      </div>
    </ChatSheet>
  );
}

function Offset({ uuid, seconds }: { readonly uuid: string; readonly seconds: number }) {
  const { t } = useTranslation();
  return (
    <Row label={t('chat.offset')} help={t('chat.offset-help')}>
      {(id) => (
        <input
          id={id}
          className="input"
          type="number"
          inputMode="decimal"
          min={OFFSET_S.min}
          max={OFFSET_S.max}
          step={OFFSET_STEP_S}
          value={seconds}
          onChange={(e) => {
            writeChatOffset(uuid, Number.isFinite(e.target.valueAsNumber) ? e.target.valueAsNumber : 0);
          }}
        />
      )}
    </Row>
  );
}

function HiddenWords({ hiddenWords }: { readonly hiddenWords: string }) {
  const { t } = useTranslation();
  return (
    <Row label={t('chat.words')} help={t('chat.words-help')}>
      {(id) => (
        <input
          id={id}
          className="input"
          value={hiddenWords}
          onChange={(e) => {
            writeChatSettings({ hiddenWords: e.target.value });
          }}
        />
      )}
    </Row>
  );
}

interface SettingProps<K extends keyof ChatSettings> {
  readonly name: K;
  readonly label: string;
  readonly settings: ChatSettings;
}

function OnOff({ name, label, settings }: SettingProps<(typeof SWITCHES)[number]>) {
  return (
    <Row label={label}>
      {(id) => (
        <Toggle
          id={id}
          label={label}
          checked={settings[name]}
          onChange={(on) => {
            writeChatSettings({ [name]: on });
          }}
        />
      )}
    </Row>
  );
}

/** `wide`: has an effect only if the chat is beside the video. */
function Row({
  label,
  help,
  wide = false,
  children,
}: {
  readonly label: string;
  readonly help?: string;
  readonly wide?: boolean;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={`chat-row${wide ? ' chat-row-wide' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help !== undefined && <p>{help}</p>}
    </div>
  );
}

interface PickProps<K extends 'deleted' | 'side'> extends SettingProps<K> {
  readonly options: readonly ChatSettings[K][];
  readonly optionText: (value: ChatSettings[K]) => string;
}

/** A native select, because it also works in full screen. */
function Pick<K extends 'deleted' | 'side'>({ name, options, settings, label, optionText }: PickProps<K>) {
  return (
    <Row wide={name === 'side'} label={label}>
      {(id) => (
        <select
          id={id}
          className="input"
          value={settings[name]}
          onChange={(e) => {
            writeChatSettings({ [name]: e.target.value });
          }}
        >
          {options.map((o) => (
            <option key={o} value={o}>
              {optionText(o)}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

interface SliderProps extends SettingProps<'fontPx' | 'widthPx'> {
  readonly range: { readonly min: number; readonly max: number };
  readonly step?: number;
}

function Slider({ name, label, settings, range, step = 1 }: SliderProps) {
  return (
    <Row wide={name === 'widthPx'} label={label}>
      {(id) => (
        <span className="chat-slider">
          <input
            id={id}
            type="range"
            min={range.min}
            max={range.max}
            step={step}
            value={settings[name]}
            onChange={(e) => {
              writeChatSettings({ [name]: e.target.valueAsNumber });
            }}
          />
          <output className="num">{settings[name]}</output>
        </span>
      )}
    </Row>
  );
}
