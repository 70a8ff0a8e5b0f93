import {
  mdiArrowDown,
  mdiArrowUp,
  mdiDelete,
  mdiDragVertical,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiLinkOff,
  mdiPencil,
  mdiSortDescending,
  mdiSwapHorizontal,
} from '@mdi/js';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { initial } from '../../../../platform/text/letters.ts';
import { colors, radius, sizes } from '../../../../platform/web/styles/tokens.ts';
import { CutText } from '../../../../platform/web/ui/table/cells/CutText.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import type { Item } from '../../contract.ts';
import { badgeLabel } from '../../rules.ts';
import { type ItemNumbers, ItemNumbersLine } from './ItemNumbersLine.tsx';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

type Props = {
  item: Item;
  /** Why it should not stand here, unless readers are told a reason. */
  conflict?: string | undefined;
  /** Where it is shown among the rows, from 0; another place than its own while a row is held. */
  place: number;
  /** Where readers see it, from 0, when the rows are looked at in another order: they are not moved then. */
  rankPlace?: number | undefined;
  isFirst: boolean;
  isLast: boolean;
  /** What holds it, if anything. */
  lifted: 'keys' | 'pointer' | undefined;
  handleProps: ComponentProps<typeof IconButton>;
  numbers: ItemNumbers | undefined;
  onUp: () => void;
  onDown: () => void;
  /** Where it is edited. */
  editPath: string;
  onDelete: () => void;
  onToggle: () => void;
};

/** One product: its rank, what readers see of it, where its button leads, its numbers, and its buttons. */
export function ItemRow(props: Props) {
  const { item, place, isFirst, isLast, lifted, rankPlace } = props;
  const rank = (rankPlace ?? place) + 1;
  const name = item.display_title;
  return (
    <Box
      component="li"
      data-row={item.id}
      style={{ order: place }}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto auto minmax(0, 1fr) auto' },
        gap: { xs: 1, sm: 2 },
        alignItems: 'center',
        p: { xs: 1.5, sm: 2 },
        borderTop: 1,
        borderColor: 'divider',
        // the bar of the screen lies over its top
        scrollMarginTop: sizes.appBar,
        ...(lifted && {
          backgroundColor: colors.brandTint,
          outline: `2px solid ${colors.brandText}`,
          outlineOffset: -2,
        }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {rankPlace === undefined && (
          <IconButton
            {...props.handleProps}
            size="small"
            aria-label={`Reorder ${name}`}
            data-move="handle"
            disabled={isFirst && isLast}
            sx={{ cursor: lifted ? 'grabbing' : 'grab', touchAction: 'none' }}
          >
            <Icon path={mdiDragVertical} />
          </IconButton>
        )}
        <Typography
          variant="h2"
          component="span"
          aria-label={`Rank ${rank}`}
          sx={{ minWidth: 28, textAlign: 'center' }}
        >
          {rank}
        </Typography>
      </Box>
      <Picture item={item} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography
            component={Link}
            to={props.editPath}
            sx={{ fontWeight: 600, overflowWrap: 'anywhere', color: 'text.primary' }}
          >
            <CutText isInLink>{name}</CutText>
          </Typography>
          <Marks item={item} />
        </Box>
        {item.summary && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {item.summary}
          </Typography>
        )}
        <LinkLine item={item} />
        {props.conflict && (
          <Line
            icon={mdiSortDescending}
            text={
              <span>
                {props.conflict}. Move it, or <Link to={props.editPath}>tell readers why</Link> under “Scores”.
              </span>
            }
          />
        )}
        {lifted === 'keys' ? (
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            ↑ and ↓ move it, Space puts it down, Esc leaves it where it was.
          </Typography>
        ) : (
          <ItemNumbersLine itemId={item.id} name={name} numbers={props.numbers} />
        )}
      </Box>
      <Actions {...props} />
    </Box>
  );
}

function Actions({ item, rankPlace, isFirst, isLast, editPath, onUp, onDown, onToggle, onDelete }: Props) {
  const name = item.display_title;
  return (
    <Box
      role="group"
      aria-label={`Actions for ${name}`}
      sx={{ display: 'flex', gap: 0.5, gridColumn: { xs: '1 / -1', sm: 'auto' }, justifyContent: 'flex-end' }}
    >
      {rankPlace === undefined && (
        <>
          <Action label={`Move ${name} up`} icon={mdiArrowUp} onClick={onUp} isDisabled={isFirst} move="up" />
          <Action label={`Move ${name} down`} icon={mdiArrowDown} onClick={onDown} isDisabled={isLast} move="down" />
        </>
      )}
      <Action
        label={item.is_visible ? `Hide ${name}` : `Show ${name}`}
        icon={item.is_visible ? mdiEyeOutline : mdiEyeOffOutline}
        onClick={onToggle}
      />
      <Hint title={`Edit ${name}`}>
        <IconButton component={Link} to={editPath} size="small" aria-label={`Edit ${name}`}>
          <Icon path={mdiPencil} />
        </IconButton>
      </Hint>
      <Action label={`Remove ${name}`} icon={mdiDelete} onClick={onDelete} />
    </Box>
  );
}

function Picture({ item }: { item: Item }) {
  const box = { width: 56, height: 56, borderRadius: `${radius.control}px`, display: { xs: 'none', sm: 'grid' } };
  if (item.image_url) {
    return <Box component="img" src={item.image_url} alt="" loading="lazy" sx={{ ...box, objectFit: 'cover' }} />;
  }
  return (
    <Box aria-hidden sx={{ ...box, placeItems: 'center', backgroundColor: colors.surface, color: colors.inkSoft }}>
      {initial(item.display_title)}
    </Box>
  );
}

function Marks({ item }: { item: Item }) {
  const badge = badgeLabel(item.badge, item.badge_text);
  const score = item.score ?? item.total_score;
  return (
    <>
      {badge && (
        <Chip label={badge} sx={{ backgroundColor: colors.brandTint, color: colors.onBrandTint, fontWeight: 600 }} />
      )}
      {score !== null && <Chip variant="outlined" label={`${score.toFixed(1)} / 10`} />}
      {item.sponsored_placement && (
        <Chip label="Paid placement" sx={{ backgroundColor: colors.warningTint, color: colors.warning }} />
      )}
      {!item.is_visible && <Chip variant="outlined" icon={<Icon path={mdiEyeOffOutline} />} label="Hidden" />}
    </>
  );
}

const REASONS: Partial<Record<NonNullable<NonNullable<Item['offer']>['closed_by']>, string>> = {
  dates: 'The offer is outside of its dates',
  network_paused: 'The network of the offer is paused',
  link_dead: 'The address of the offer does not answer',
  caps: 'The caps of the offer are reached',
};

/** Where the button leads, in words; a warning where it does not lead to the offer. */
function LinkLine({ item }: { item: Item }) {
  const { offer, fallback_offer: fallback } = item;
  if (!offer) return <Line text="Editorial mention, without a button" />;
  if (item.link_state === 'offer') return <Line text={item.title ? `Offer: ${offer.name}` : undefined} />;
  const reason = REASONS[offer.closed_by ?? 'status'] ?? `The offer is ${offer.status}`;
  return item.link_state === 'fallback' ? (
    <Line icon={mdiSwapHorizontal} text={`${reason}; the button leads to ${fallback?.name ?? 'its fallback'}.`} />
  ) : (
    <Line icon={mdiLinkOff} text={`${reason} and nothing stands in for it: readers see no button.`} />
  );
}

function Line({ text, icon }: { text: ReactNode; icon?: string }) {
  if (!text) return null;
  return (
    <Typography
      variant="body2"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        overflowWrap: 'anywhere',
        color: icon ? colors.warning : 'text.secondary',
      }}
    >
      {icon && <Icon path={icon} />}
      {text}
    </Typography>
  );
}

type ActionProps = { label: string; icon: string; onClick: () => void; isDisabled?: boolean; move?: 'up' | 'down' };

function Action({ label, icon, onClick, isDisabled = false, move }: ActionProps) {
  const button = (
    <IconButton
      size="small"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
      {...(move && { 'data-move': move })}
    >
      <Icon path={icon} />
    </IconButton>
  );
  // a disabled button tells nobody that the pointer is over it
  return isDisabled ? button : <Hint title={label}>{button}</Hint>;
}
