import { type listSubscriptions } from '#libs/contracts';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type z } from 'zod';
import { dropSubscription, subscribeAll, useSubscriptions } from '../../api/subscription.js';
import { Button, IconButton } from '../../components/ui/button.js';
import { Tag } from '../../components/ui/tag.js';
import { useAction } from '../../lib/use-action.js';

type Subscription = z.infer<(typeof listSubscriptions)['data']>['channels'][number];
/** The site's status of a working subscription. */
const WORKS = 'enabled';

/** Subscriptions to events that sites push: loads, renews and removes them. */
export function SubscriptionTable() {
  const { t } = useTranslation();
  const answer = useSubscriptions();
  const all = useAction(subscribeAll);
  const fetchAgain = (): void => {
    void answer.mutate();
  };
  return (
    <section>
      <h2>{t('subs.title')}</h2>
      <div className="button-row">
        <Button size="small" icon={RefreshCw} busy={answer.isValidating} onClick={fetchAgain}>
          {t('common.fetch')}
        </Button>
        <Button
          size="small"
          busy={all.busy}
          onClick={() => {
            void all.run().then(fetchAgain);
          }}
        >
          {t('subs.all')}
        </Button>
      </div>
      {answer.data?.channels.length === 0 && <p className="muted">{t('subs.none')}</p>}
      {answer.data !== undefined && answer.data.channels.length > 0 && (
        <table className="table about-subs">
          <thead>
            <tr>
              <th scope="col">{t('subs.channel')}</th>
              <th scope="col">{t('subs.type')}</th>
              <th scope="col">{t('subs.status')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {answer.data.channels.map((sub) => (
              <SubscriptionRow key={sub.id} sub={sub} onChanged={fetchAgain} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function SubscriptionRow({ sub, onChanged }: { readonly sub: Subscription; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const drop = useAction(dropSubscription);
  return (
    <tr>
      <td>{sub.username}</td>
      <td className="mono">{sub.type}</td>
      <td>
        <Tag tone={sub.status === WORKS ? 'live' : 'warn'} dot>
          {sub.status}
        </Tag>
        {sub.reason !== '' && <span className="muted">{` ${sub.reason}`}</span>}
        {!sub.instance_match && <span className="warn">{` ${t('subs.other')}`}</span>}
      </td>
      <td className="row-do">
        <IconButton
          icon={Trash2}
          label={t('subs.remove', { type: sub.type, name: sub.username })}
          disabled={drop.busy}
          onClick={() => {
            void drop.run(sub.id).then(onChanged);
          }}
        />
      </td>
    </tr>
  );
}
