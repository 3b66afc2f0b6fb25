import { type Channel } from '#libs/contracts';
import { CircleDot, CircleStop } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stopCapture } from '../../api/job.js';
import { forceRecord } from '../../api/channel.js';
import { Confirm } from '../../components/ui/confirm.js';
import { IconButton } from '../../components/ui/icon-button.js';
import { useAction } from '../../lib/use-action.js';

/** Ends a recording, or begins one whatever the rules say; either asks first (spec S2, L155). */
export function RecordButton({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const stop = useAction(stopCapture);
  const force = useAction(forceRecord);
  const close = (): void => {
    setAsking(false);
  };
  const isOn = channel.is_capturing;
  const word = isOn ? 'abort' : 'force';
  const go = (): void => {
    void (isOn ? stop.run(channel.internalName) : force.run(channel.uuid)).then((done) => {
      if (done) close();
    });
  };
  return (
    <>
      <IconButton
        icon={isOn ? CircleStop : CircleDot}
        label={t(`channel.${word}`, { name: channel.displayName })}
        onClick={() => {
          setAsking(true);
        }}
      />
      <Confirm
        open={asking}
        harmless={!isOn}
        onClose={close}
        title={t(`channel.${word}-title`, { name: channel.displayName })}
        text={t(`channel.${word}-text`)}
        action={t(`channel.${word}-do`)}
        busy={stop.busy || force.busy}
        onConfirm={go}
      />
    </>
  );
}
