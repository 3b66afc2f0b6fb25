import { type SiteAccountView } from '#libs/contracts';
import { useState } from 'react';
import { putSite } from '../../api/sites.js';
import { Button } from '../../components/ui/button.js';
import { Confirm } from '../../components/ui/confirm.js';
import { type Answer } from '../../lib/call.js';
import { useAction } from '../../lib/use-action.js';

interface ForgetProps {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly work: () => Promise<Answer<SiteAccountView>>;
}

/** Takes something back, after asking. */
export function ForgetButton({ label, title, text, work }: ForgetProps) {
  const [asking, setAsking] = useState(false);
  const action = useAction(async () => {
    const answer = await work();
    await putSite(answer.data);
    return answer;
  });
  const close = (): void => {
    setAsking(false);
  };
  return (
    <>
      <Button
        tone="ghost"
        className="btn-delete"
        onClick={() => {
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <Confirm
        open={asking}
        onClose={close}
        title={title}
        text={text}
        action={label}
        busy={action.busy}
        onConfirm={() => {
          void action.run().then((done) => {
            if (done) close();
          });
        }}
      />
    </>
  );
}
