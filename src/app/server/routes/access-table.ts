import type { FastifyInstance } from 'fastify';
import { type Door, ROLE_LABELS, ROLES, rolesOf, takesKeys } from '../../../platform/permissions.ts';

const HEAD = `# Who may call what

Made from the routes by \`npm run openapi\`. A key opens a route when it has the scope, and its maker's role opens the route too. Money,
secrets and traces are left out of replies for who may not see them: see [Who may come in](../architecture.md#who-may-come-in).
`;

/** Every guarded route of the API with who may call it, as Markdown. The app must be ready. */
export function accessTable(app: FastifyInstance): string {
  const rows = app.declaredRoutes.flatMap(({ method, url, config }) => {
    const door: Door = { access: 'admin', ...config };
    if (door.access === 'public' || method === 'HEAD') return [];
    const open = rolesOf(door);
    const cells = ROLES.map((role) => (open.includes(role) ? 'yes' : ''));
    return [[`\`${String(method)} ${url}\``, ...cells, takesKeys(door) ? `\`${door.access}\`` : '']];
  });
  const lines = [
    ['Route', ...ROLES.map((role) => ROLE_LABELS[role]), 'Scope of keys'],
    ['---', ...ROLES.map(() => '---'), '---'],
    ...rows.toSorted(([a = ''], [b = '']) => (pathOf(a) < pathOf(b) ? -1 : 1)),
  ];
  return `${HEAD}\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** Routes of one path stand together. */
const pathOf = (route: string): string => route.split(' ').toReversed().join(' ');
