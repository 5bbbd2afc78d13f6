// The desk is where the table is, before anything of a change is drawn.
import type { TableState } from '../../../state/client';

export function followTable(desk: { state: TableState }, table: () => TableState): void {
  $effect.pre(() => {
    desk.state = table();
  });
}
