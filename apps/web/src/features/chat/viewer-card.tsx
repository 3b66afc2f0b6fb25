import { type ChatAuthor, type ChatFragment, type ChatMessage } from '#libs/contracts';
import { nameColourOf, readableOn, timeText } from '#libs/chat-layout';
import { useTranslation } from 'react-i18next';
import { type AssetIndex } from './asset-index.js';
import { ChatSheet } from './chat-sheet.js';
import { useViewer } from './use-viewer.js';

interface CardProps {
  readonly uuid: string;
  readonly author: ChatAuthor;
  readonly until: number;
  readonly assets: AssetIndex;
  readonly onClose: () => void;
  readonly onJump: (atMs: number) => void;
}

/** A viewer and everything they have said in this VOD so far; a time leads there. */
export function ViewerCard({ uuid, author, until, assets, onClose, onJump }: CardProps) {
  const { t } = useTranslation();
  const { messages, done, failed } = useViewer(uuid, author.id, until);
  const own = nameColourOf(author);
  const name = (
    <h3
      className="chat-viewer"
      style={{ '--name-dark': readableOn('#16191f', own), '--name-light': readableOn('#ffffff', own) }}
    >
      {author.name}
      {author.name.toLowerCase() !== author.login.toLowerCase() && <span className="dim">{author.login}</span>}
    </h3>
  );
  return (
    <ChatSheet title={name} label={t('chat.viewer', { name: author.name })} onClose={onClose}>
      <ul className="chat-badges">
        {author.badges.map(({ set, version }) => (
          <Badge
            key={`${set}/${version}`}
            title={assets.get(`${set}/${version}`)?.title ?? set}
            url={assets.get(`${set}/${version}`)?.url}
          />
        ))}
      </ul>
      <p className="muted" role="status">
        {failed ? t('chat.failed') : done ? t('chat.said', { count: messages.length }) : t('chat.loading')}
      </p>
      <ol className="chat-said">
        {messages.map((m) => (
          <Said key={m.id} message={m} assets={assets} onJump={onJump} />
        ))}
      </ol>
    </ChatSheet>
  );
}

const Badge = ({ title, url }: { readonly title: string; readonly url: string | undefined }) => (
  <li className="tag">
    {url !== undefined && <img src={url} alt="" width={14} height={14} />}
    {title}
  </li>
);

function Said({
  message,
  assets,
  onJump,
}: {
  readonly message: ChatMessage;
  readonly assets: AssetIndex;
  readonly onJump: (atMs: number) => void;
}) {
  const { t } = useTranslation();
  const time = timeText(message.atMs);
  return (
    <li className={message.deleted === null ? '' : 'chat-was-deleted'}>
      <button
        type="button"
        className="text-link num"
        aria-label={t('chat.jump', { time })}
        onClick={() => {
          onJump(message.atMs);
        }}
      >
        {time}
      </button>
      <span>
        {message.notice !== null && <i>{message.notice.systemText} </i>}
        {message.fragments.map((f, i) => (
          <Fragment key={i} fragment={f} assets={assets} />
        ))}
      </span>
    </li>
  );
}

function Fragment({ fragment, assets }: { readonly fragment: ChatFragment; readonly assets: AssetIndex }) {
  if (fragment.type === 'emote') {
    const asset = fragment.assetKey === null ? undefined : assets.get(fragment.assetKey);
    return asset === undefined ? (
      fragment.name
    ) : (
      <img
        className={`chat-said-emote${fragment.zeroWidth ? ' chat-said-over' : ''}`}
        src={asset.url}
        alt={fragment.name}
        title={fragment.name}
      />
    );
  }
  return fragment.type === 'cheer' ? `${fragment.prefix}${String(fragment.bits)}` : fragment.text;
}
