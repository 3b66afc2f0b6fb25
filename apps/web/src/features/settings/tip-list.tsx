import { useTranslation } from 'react-i18next';
import './settings.css';

const TIPS = ['start', 'keys', 'phone', 'share', 'names', 'keep', 'rules', 'webhook', 'backup', 'log'] as const;

/** Useful features that are easily missed. */
export function TipList() {
  const { t } = useTranslation();
  return (
    <section className="tips">
      {TIPS.map((tip) => (
        <div key={tip}>
          <h2>{t(`tips.${tip}`)}</h2>
          <p>{t(`tips.${tip}-text`)}</p>
        </div>
      ))}
    </section>
  );
}
