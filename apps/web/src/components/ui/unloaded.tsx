import { AwayBox } from './away-box.js';
import { LoadingBox } from './loading-box.js';

interface UnloadedProps {
  /** Said while it is asked for. */
  readonly what: string;
  readonly answer: { readonly error?: unknown; readonly mutate: () => unknown };
  readonly page?: boolean;
}

/** In the place of what is not there yet: that it is being loaded, or why it could not be. */
export function Unloaded({ what, answer: { error, mutate }, page = false }: UnloadedProps) {
  return error === undefined ? (
    <LoadingBox what={what} />
  ) : (
    <AwayBox
      page={page}
      error={error}
      onRetry={() => {
        void mutate();
      }}
    />
  );
}
