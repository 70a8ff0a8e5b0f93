import Box from '@mui/material/Box';
import { DrillLink } from '../parts/DrillLink.tsx';

type Props = {
  title: string;
  /** The first is the head of the lines. */
  heads: readonly string[];
  /** Each line by its name, which is unique, and where it leads. */
  rows: readonly { name: string; to?: string; cells: readonly (string | number | undefined)[] }[];
};

/** What a chart shows, for who wants the figures or cannot see it. */
export function FigureTable({ title, heads, rows }: Props) {
  return (
    <Box component="details" data-print="none" sx={{ mt: 1 }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'secondary.main' }}>
        Show as a table
      </Box>
      <Box
        sx={{ maxHeight: 240, overflow: 'auto', mt: 1 }}
        tabIndex={0}
        role="region"
        aria-label={`${title}, as a table`}
      >
        <Box
          component="table"
          sx={{
            borderCollapse: 'collapse',
            '& th, & td': { p: '4px 12px', textAlign: 'right' },
            '& th:first-of-type': { textAlign: 'left', overflowWrap: 'anywhere' },
          }}
        >
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, to, cells }) => (
              <tr key={name}>
                <th scope="row">
                  <DrillLink to={to}>{name}</DrillLink>
                </th>
                {cells.map((cell, i) => (
                  <td key={heads[i + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}
