import { useTranslation } from 'react-i18next';
import { Button } from './button.js';
import './modal.css';

interface FootProps {
  readonly onCancel: () => void;
  readonly action: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Without it the button submits the form that the foot stands in. */
  readonly onDo?: () => void;
}

/** The end of a dialog: out of it as it was, or on with it. */
export function ModalFoot({ onCancel, action, busy, disabled = false, onDo }: FootProps) {
  const { t } = useTranslation();
  return (
    <div className="modal-foot">
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button
        type={onDo === undefined ? 'submit' : 'button'}
        tone="primary"
        busy={busy}
        disabled={disabled}
        onClick={onDo}
      >
        {action}
      </Button>
    </div>
  );
}
