import { isOptedOut, optOutCookie } from '../../../features/visitors/opt-out.ts';
import { OwnVisits, OwnVisitsReply } from '../../../features/settings/contract.ts';
import { type Route } from '../../../platform/server/http/http.ts';
import { originOf } from '../../../platform/server/http/origin.ts';

const PATH = '/api/settings/own-visits';

/** The switch that leaves an editor's own browser out of the counts: the cookie of the privacy page's opt-out. */
export function ownVisitsRoutes(route: Route, publicUrl: string | undefined): void {
  route.get(
    PATH,
    { access: 'signed-in', summary: 'Is this browser left out of the counts?', reply: OwnVisitsReply },
    ({ request }) => ({ data: { is_ignored: isOptedOut(request.headers.cookie ?? '') } }),
  );

  route.put(
    PATH,
    {
      access: 'signed-in',
      summary: 'Leave this browser out of the counts, or count it again',
      body: OwnVisits,
      reply: OwnVisitsReply,
    },
    ({ body, request, reply }) => {
      const isSecure = originOf(publicUrl, request).startsWith('https:');
      void reply.header('set-cookie', optOutCookie(body.is_ignored, isSecure));
      return {
        data: body,
        message: body.is_ignored ? 'Your visits are ignored in this browser.' : 'Your visits are counted again.',
      };
    },
  );
}
