import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { actionBelow } from '../table/action-below.ts';

/**
 * A part of a screen whose code is fetched when it is first shown. When it cannot be fetched, as after a new version was installed,
 * the screen stays with all that is typed in it, and says what to do; the next opening tries again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const fetchPart = () => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: Missing })));
  let part = fetchPart();

  function Missing(props: Props) {
    useEffect(() => {
      part = fetchPart();
    }, []);
    return <MissingPart onClose={'onClose' in props ? (props.onClose as () => void) : undefined} />;
  }

  return function LazyPart(props: Props) {
    const [Part] = useState(() => part);
    return <Part {...props} />;
  };
}

/** Stands over everything: where the part would have been may be out of sight. */
function MissingPart({ onClose }: { onClose: (() => void) | undefined }) {
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return null;
  const handleClose = () => {
    setIsShown(false);
    onClose?.();
  };
  return createPortal(
    <Alert
      severity="warning"
      sx={{ position: 'fixed', inset: '16px 16px auto', zIndex: 2000, ...actionBelow }}
      action={
        <>
          <Button color="inherit" size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button color="inherit" size="small" onClick={handleClose}>
            Close
          </Button>
        </>
      }
    >
      This part of the page could not be fetched; perhaps a new version was installed. Reload the page: what you typed
      is kept in this browser and offered again.
    </Alert>,
    document.body,
  );
}
