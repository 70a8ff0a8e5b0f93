import { mdiLinkOff } from '@mdi/js';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { formatCount } from '../../../platform/text/figures.ts';
import { fonts } from '../../../platform/web/styles/tokens.ts';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { Network } from '../contract.ts';
import { Hint } from '../../../platform/web/ui/Hint.tsx';

/** The columns of the list. @param templateNames names by key; a key without a name shows itself */
export const networkColumns = (templateNames: ReadonlyMap<string, string>): readonly Column<Network>[] => [
  {
    key: 'name',
    group: 'About',
    label: 'Name',
    isSortable: true,
    render: (network) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        <CutText>{network.name}</CutText>
        {network.is_sample && <Chip label="Sample" variant="outlined" />}
      </Box>
    ),
  },
  {
    key: 'template_key',
    group: 'About',
    label: 'Template',
    isSortable: true,
    render: ({ template_key: key }) => (
      <Box sx={{ whiteSpace: 'normal' }}>{key ? (templateNames.get(key) ?? key) : 'None'}</Box>
    ),
  },
  {
    key: 'status',
    group: 'State',
    label: 'Status',
    isSortable: true,
    render: (network) => <StatusChip status={network.status} />,
  },
  {
    key: 'offers_count',
    group: 'About',
    label: 'Offers',
    isSortable: true,
    isNumeric: true,
    render: (network) => formatCount(network.offers_count),
  },
  {
    key: 'click_param',
    group: 'About',
    label: 'Click param',
    help: 'The query key that carries our click id to the network.',
    render: ({ click_param: param }) =>
      param ? (
        <Box component="code" sx={{ fontFamily: fonts.mono }}>
          {param}
        </Box>
      ) : (
        'None'
      ),
  },
  {
    key: 'last_postback_at',
    group: 'Dates',
    label: 'Last postback',
    isSortable: true,
    render: (network) => <DateTime value={network.last_postback_at} />,
  },
  {
    key: 'conversions_30d',
    group: 'Conversions',
    label: 'Conv. 30 d',
    isSortable: true,
    isNumeric: true,
    help: 'Pending and approved conversions of the last 30 days.',
    render: (network) => (
      <Box sx={{ display: 'flex', justifyContent: { sm: 'flex-end' }, alignItems: 'center', gap: 1 }}>
        {network.unmatched_7d > 0 && (
          <Hint
            title={`${network.unmatched_7d} conversions of the last 7 days came without a known click.`}
            describeChild
          >
            <Chip color="warning" variant="outlined" icon={<Icon path={mdiLinkOff} />} label={network.unmatched_7d} />
          </Hint>
        )}
        {formatCount(network.conversions_30d)}
      </Box>
    ),
  },
  {
    key: 'updated_at',
    group: 'Dates',
    label: 'Updated',
    isSortable: true,
    render: (network) => <DateTime value={network.updated_at} />,
  },
];
