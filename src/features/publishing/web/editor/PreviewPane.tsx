import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { colors, radius } from '../../../../platform/web/styles/tokens.ts';
import { ProgressLine } from '../../../../platform/web/ui/ProgressLine.tsx';

/** Width of the page in CSS px; a wider one than the pane is shown smaller. */
const WIDTHS = { phone: 390, desktop: 1280 } as const;

/** What stays free above the part that is shown first, in CSS px: the bar of the page and a little air. */
const ROOM = 80;

type Props = {
  /** The whole page as the server makes it. */
  html: string | undefined;
  error: Error | null;
  isFetching: boolean;
  /** Such as a link to share it. */
  action?: ReactNode;
  /** The id of the part of the page that is shown first. */
  anchor?: string | undefined;
};

/** The real page with the unsaved edits in it. Nothing in it runs, counts or leads away. */
export function PreviewPane({ html, error, isFetching, action, anchor }: Props) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('phone');
  const [paneWidth, setPaneWidth] = useState(0);
  const pane = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scrollTop = useRef<number>(undefined);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setPaneWidth(entry!.contentRect.width));
    observer.observe(pane.current!);
    return () => observer.disconnect();
  }, []);

  const handleLoad = () => {
    const view = frame.current?.contentWindow;
    const page = frame.current?.contentDocument;
    if (!view || !page) return;
    // a new text must not throw the reader back to the top
    // measured, since scrolling it into view would move the screen around the frame too
    const part = anchor === undefined ? undefined : page.getElementById(anchor)?.getBoundingClientRect().top;
    view.scrollTo(0, scrollTop.current ?? (part === undefined ? 0 : view.scrollY + part - ROOM));
    view.addEventListener('scroll', () => {
      scrollTop.current = view.scrollY;
    });
    const stay = (event: Event) => event.preventDefault();
    page.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a');
      if (link && !link.getAttribute('href')?.startsWith('#')) stay(event);
    });
    page.addEventListener('submit', stay);
  };

  const width = device === 'phone' ? Math.min(WIDTHS.phone, paneWidth || WIDTHS.phone) : WIDTHS.desktop;
  const scale = paneWidth > 0 ? Math.min(1, paneWidth / width) : 1;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 420 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={device}
          aria-label="Width of the preview"
          onChange={(_event, next: typeof device | null) => next && setDevice(next)}
        >
          <ToggleButton value="phone">Phone</ToggleButton>
          <ToggleButton value="desktop">Desktop</ToggleButton>
        </ToggleButtonGroup>
        <Box sx={{ ml: 'auto' }}>{action}</Box>
      </Box>
      <Box sx={{ height: 2 }}>{isFetching && html && <ProgressLine label="The preview follows" />}</Box>
      {error && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {error.message}
        </Alert>
      )}
      <Box
        ref={pane}
        sx={{
          flex: 1,
          minHeight: 0,
          position: 'relative',
          overflow: 'hidden',
          border: `1px solid ${colors.line}`,
          borderRadius: `${radius.control}px`,
          backgroundColor: colors.surface,
        }}
      >
        {html === undefined ? (
          !error && <Skeleton variant="rectangular" height="100%" />
        ) : (
          <iframe
            ref={frame}
            title="Preview of the page"
            // no scripts; of the same origin, so that the scroll position can be kept
            sandbox="allow-same-origin"
            srcDoc={withoutScripts(html)}
            onLoad={handleLoad}
            style={{
              position: 'absolute',
              insetBlockStart: 0,
              insetInlineStart: `calc(50% - ${(width * scale) / 2}px)`,
              width,
              height: `${100 / scale}%`,
              border: 0,
              backgroundColor: colors.white,
              transform: `scale(${scale})`,
              transformOrigin: '0 0',
            }}
          />
        )}
      </Box>
    </Box>
  );
}

/** The sandbox would stop them, and complain of each. */
const withoutScripts = (html: string): string => html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '');
