import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Toggle } from '../../components/ui/toggle.js';
import { CHAT_SIDES, type ChatSettings, DELETED_LOOKS, FONT_PX, OFFSET_S, WIDTH_PX } from './chat-settings.js';
import { useChatSettings, writeChatOffset, writeChatSettings } from './chat-settings-store.js';
import { ChatSheet } from './chat-sheet.js';

const SWITCHES = ['timestamps', 'badges', 'emotes'] as const;
const OFFSET_STEP_S = 0.5;

/** How this browser shows chat. Each change acts at once. */
export function ChatMenu({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const settings = useChatSettings();
  return (
    <ChatSheet title={<h3>{t('chat.settings')}</h3>} label={t('chat.settings')} onClose={onClose}>
      <div className="chat-menu">
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
              value={settings.offsets[uuid] ?? 0}
              onChange={(e) => {
                writeChatOffset(uuid, Number.isFinite(e.target.valueAsNumber) ? e.target.valueAsNumber : 0);
              }}
            />
          )}
        </Row>
        {SWITCHES.map((name) => (
          <Row key={name} label={t(`chat.${name}`)}>
            {(id) => (
              <Toggle
                id={id}
                label={t(`chat.${name}`)}
                checked={settings[name]}
                onChange={(on) => {
                  writeChatSettings({ [name]: on });
                }}
              />
            )}
          </Row>
        ))}
        <Pick
          name="deleted"
          options={DELETED_LOOKS}
          settings={settings}
          label={t('chat.deleted')}
          textOf={(v) => t(`chat.deleted.${v}`)}
        />
        <Pick
          name="side"
          options={CHAT_SIDES}
          settings={settings}
          label={t('chat.side')}
          textOf={(v) => t(`chat.side.${v}`)}
        />
        <Row label={t('chat.font')}>
          {(id) => (
            <Slider
              id={id}
              range={FONT_PX}
              value={settings.fontPx}
              onChange={(fontPx) => {
                writeChatSettings({ fontPx });
              }}
            />
          )}
        </Row>
        <Row wide label={t('chat.width')}>
          {(id) => (
            <Slider
              id={id}
              range={WIDTH_PX}
              step={10}
              value={settings.widthPx}
              onChange={(widthPx) => {
                writeChatSettings({ widthPx });
              }}
            />
          )}
        </Row>
        <Row label={t('chat.words')} help={t('chat.words-help')}>
          {(id) => (
            <input
              id={id}
              className="input"
              value={settings.hiddenWords}
              onChange={(e) => {
                writeChatSettings({ hiddenWords: e.target.value });
              }}
            />
          )}
        </Row>
      </div>
    </ChatSheet>
  );
}

/** `wide`: means something only where the chat stands beside the video. */
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

interface PickProps<K extends 'deleted' | 'side'> {
  readonly name: K;
  readonly options: readonly ChatSettings[K][];
  readonly settings: ChatSettings;
  readonly label: string;
  readonly textOf: (value: ChatSettings[K]) => string;
}

/** The browser's own list: it shows in full screen as well. */
function Pick<K extends 'deleted' | 'side'>({ name, options, settings, label, textOf }: PickProps<K>) {
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
              {textOf(o)}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

function Slider({
  id,
  range,
  step = 1,
  value,
  onChange,
}: {
  readonly id: string;
  readonly range: { readonly min: number; readonly max: number };
  readonly step?: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <span className="chat-slider">
      <input
        id={id}
        type="range"
        min={range.min}
        max={range.max}
        step={step}
        value={value}
        onChange={(e) => {
          onChange(e.target.valueAsNumber);
        }}
      />
      <output className="num">{value}</output>
    </span>
  );
}
