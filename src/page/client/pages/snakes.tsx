/** The page *Snakes*. */
import { Empty } from '../kit/states.js';

/** Shows nothing yet. */
export default function SnakesPage() {
  return <Empty title="Nothing here yet." />;
}
