import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, getConfig, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { disownTab } from '../../src/platform/web/session/tab-session.ts';
import { theme } from '../../src/platform/web/styles/theme.ts';
import { SnackbarProvider } from '../../src/platform/web/ui/dialog/SnackbarProvider.tsx';

/** One request as a fake server saw it. */
export type Seen = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  authorization: string | undefined;
};

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

/** What to answer, by `METHOD /path` as the browser asks it; `:id` stands for any one part. */
export type Answers = Record<string, (seen: Seen) => Answer | Promise<Answer>>;

export type FakeServer = { seen: Seen[]; answers: Answers };

// dialogs are fetched when they open, which takes its time while other tests run
configure({ asyncUtilTimeout: 20_000 });

// what is waited for is looked for again and again: only the last time anybody reads how the page looked
const { getElementError } = getConfig();
configure({
  getElementError: (message, page) =>
    '_disableExpensiveErrorDiagnostics' in getConfig() && getConfig()['_disableExpensiveErrorDiagnostics' as never]
      ? new Error(message ?? '')
      : getElementError(message, page),
});

const styles = createCache({ key: 'css', container: document.createElement('div') });

const open: (() => Promise<void>)[] = [];

/** After each test, by web-setup.ts: files share one window. */
export async function clearPage(): Promise<void> {
  cleanup();
  disownTab();
  localStorage.clear();
  sessionStorage.clear();
  setViewport(1024);
  for (const close of open.splice(0)) await close();
}

type HappyDom = { setURL: (url: string) => void; setViewport: (viewport: { width: number }) => void };
const happyDom = (): HappyDom => (window as unknown as { happyDOM: HappyDom }).happyDOM;

/** Moves the page to an address; calls go to its origin. */
export const setPageUrl = (url: string): void => happyDom().setURL(url);

/** Makes the window so many px wide. The next test begins at 1024 again. */
export const setViewport = (width: number): void => happyDom().setViewport({ width });

/** Starts an HTTP server that stands for ours, and makes it this page's origin. `answers` may be changed while it runs. */
export async function fakeServer(answers: Answers): Promise<FakeServer> {
  const fake: FakeServer = { seen: [], answers };
  const server = createServer((request, response) => {
    void (async () => {
      const seen = await readRequest(request);
      fake.seen.push(seen);
      const answer = find(fake.answers, seen);
      const {
        status = 200,
        body,
        headers = {},
      } = answer
        ? await answer(seen)
        : { status: 404, body: { message: `No answer for ${seen.method} ${seen.path}` }, headers: undefined };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setPageUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  open.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return fake;
}

async function readRequest(request: IncomingMessage): Promise<Seen> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const url = new URL(request.url!, 'http://fake');
  const isJson = request.headers['content-type']?.includes('json');
  return {
    method: request.method!,
    path: url.pathname,
    query: url.searchParams,
    body: isJson && text ? (JSON.parse(text) as unknown) : text,
    authorization: request.headers.authorization,
  };
}

function find(answers: Answers, { method, path }: Seen): Answers[string] | undefined {
  const isMatch = (key: string) => {
    const pattern = key.replace(/:[a-z]+/gi, '[^/]+');
    return new RegExp(`^${pattern}$`).test(`${method} ${path}`);
  };
  return answers[`${method} ${path}`] ?? Object.entries(answers).find(([key]) => isMatch(key))?.[1];
}

/** One page of rows, as lists answer. */
export const pageOf = <T,>(data: T[], total = data.length, limit = 10) => ({
  body: { data, total, page: 1, limit, pages: Math.ceil(total / limit) || 1 },
});

type Rendered = { user: UserEvent; router: ReturnType<typeof createMemoryRouter> };

/** Shows a screen as the back office does: theme, cache, snackbar, router. @param url where the browser stands, with its query */
export function renderScreen(screen: ReactNode, url = '/'): Rendered {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [url] });
  render(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <QueryClientProvider client={queries}>
          <SnackbarProvider>
            <RouterProvider router={router} />
          </SnackbarProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  );
  return { user: userEvent.setup({ document }), router };
}
