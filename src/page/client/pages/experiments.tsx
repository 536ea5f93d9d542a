/** The page *Experiments*. */
import { Empty } from '../kit/states.js';

/** Shows nothing yet. */
export default function ExperimentsPage() {
  return <Empty title="Nothing here yet." />;
}
