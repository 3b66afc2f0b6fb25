import { nameColourOf, readableOn, timeText } from '#libs/chat-layout';
import { type ChatAuthor, type ChatFragment, type ChatMessage } from '#libs/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchChat } from '../../api/chat.js';
import { type AssetIndex } from './chat-style.js';
import { BEFORE_S } from './paged-chat.js';
import { ChatSheet } from './chat-sheet.js';

interface CardProps {
  readonly uuid: string;
  readonly author: ChatAuthor;
  readonly until: number;
  readonly assets: AssetIndex;
  readonly onClose: () => void;
  readonly onJump: (atMs: number) => void;
}

/** A viewer and all their messages in this VOD so far; a click on a time seeks there. */
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
          <ViewerMessage key={m.id} message={m} assets={assets} onJump={onJump} />
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

function ViewerMessage({
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

interface ViewerChat {
  readonly messages: readonly ChatMessage[];
  readonly done: boolean;
  readonly failed: boolean;
}

/**
 * All messages of one author from the start to second `until` of the file, page by page. Also works if the server sends
 * messages of others.
 */
function useViewer(uuid: string, author: string, until: number): ViewerChat {
  const [state, setState] = useState<ViewerChat>({ messages: [], done: false, failed: false });
  useEffect(() => {
    const gone = new AbortController();
    void (async () => {
      const to = Math.max(until, 0) + 0.001;
      for (let from = -BEFORE_S; from < to;) {
        const page = await fetchChat(uuid, { from, to, author });
        if (gone.signal.aborted) return;
        const own = page.messages.filter((m) => m.author?.id === author);
        const next = page.cut && page.complete_to > from ? page.complete_to : to;
        setState((old) => ({ messages: [...old.messages, ...own], done: next >= to, failed: false }));
        from = next;
      }
    })().catch(() => {
      if (!gone.signal.aborted) setState((old) => ({ ...old, done: true, failed: true }));
    });
    return () => {
      gone.abort();
    };
  }, [uuid, author, until]);
  return state;
}
