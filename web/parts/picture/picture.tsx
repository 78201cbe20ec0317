/** Picture of a workflow with its findings, and everything around it. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { outerPins } from '../../../src/picture/layout-picture.ts';
import { stepsOfWay } from '../../../src/picture/way-line.ts';
import type { PictureWorkflow } from '../../../src/picture/workflow-graph.ts';
import type { Outline } from '../../api/calls/outlines.ts';
import { nounOf } from './noun.ts';
import { OuterFindings } from './outer-findings.tsx';
import { Overview } from './overview.tsx';
import { PictureBar, type PictureChoice, usePictureKeys } from './picture-bar.tsx';
import { PictureTree } from './picture-tree.tsx';
import { StepPanel } from './step-panel.tsx';
import { usePicture } from './use-picture.ts';
import { useView } from './use-view.ts';

interface PictureProps {
  readonly outline: Outline;
  /** Returns the title of a finding; undefined: not known yet. */
  readonly titleOf: (findingId: string) => string | undefined;
  /** Finding that is open; '' for none. */
  readonly finding: string;
  readonly onFinding: (findingId: string) => void;
  readonly onWorkflow: (index: number) => void;
  /** Opens a step in place of its panel. */
  readonly onOpen?: (node: number) => void;
}

/** Shows a workflow. Use its index as the key: another one has a state of its own. */
export function Picture({ outline, titleOf, finding, onFinding, onWorkflow, onOpen }: PictureProps) {
  const { workflow } = outline;
  const state = usePicture(workflow as PictureWorkflow, titleOf);
  const { graph, scene, places, current, pages, page, setPage, search, goTo } = state;
  const [step, setStep] = useState(-1);
  const svg = useRef<SVGSVGElement>(null);
  const view = useView(svg, scene, state.start);
  /** Place that was visited last: a page has no box that could have the focus. */
  const [visited, setVisited] = useState(-1);
  const isOnPage = pages.includes(visited) && graph.children[visited]![0] === current;
  const at = places.indexOf(isOnPage ? visited : current);

  function nextFinding(direction: 1 | -1): void {
    const from = places[at] ?? current;
    const node =
      direction === 1
        ? (places.find((place) => place > from) ?? places[0])
        : (places.findLast((place) => place < from) ?? places.at(-1));
    if (node === undefined) return;
    setVisited(node);
    goTo(node);
  }

  const trace = workflow.pins.find(({ findingId }) => findingId === finding)?.way ?? [];
  const way = useMemo(() => stepsOfWay(trace), [finding, workflow]);
  /** Place on the way that was visited last. */
  const [wayPlace, setWayPlace] = useState(-1);
  useEffect(() => setWayPlace(-1), [way]);

  /** Goes along the way that the data of the open finding takes. */
  function nextOfWay(direction: 1 | -1): void {
    if (way.length === 0) return;
    const next = wayPlace === -1 && direction === -1 ? way.length - 1 : wayPlace + direction;
    const place = (next + way.length) % way.length;
    setWayPlace(place);
    goTo(way[place]!.node);
  }

  usePictureKeys({
    onWay: nextOfWay,
    onFinding: nextFinding,
    onZoom: view.zoom,
    onFit: view.fit,
    onReset: view.reset,
  });
  useEffect(() => {
    const pin = workflow.pins.find(({ findingId, node }) => findingId === finding && node >= 0);
    if (pin === undefined || pin.node === current) return;
    goTo(pin.node, false);
    const box = state.boxOf.get(pin.node);
    if (box !== undefined) view.reveal(box);
  }, [finding, workflow]);

  const outer = outerPins(graph, pages, page);
  const fits = scene.width <= view.view.w && scene.height <= view.view.h;
  return (
    <div class="pic">
      <PictureBar
        noun={nounOf(graph)}
        workflows={workflowChoices(outline)}
        workflow={workflow.index}
        onWorkflow={onWorkflow}
        pages={pages.map((value) => ({
          value,
          name: graph.nameOf(value),
          findings: graph.findingsOf(value).count,
        }))}
        page={page}
        onPage={setPage}
        search={search}
        onStep={goTo}
        places={{ count: places.length, current: at + 1 }}
        onFinding={nextFinding}
        way={{ count: way.length > 1 ? trace.length : 0, current: way[wayPlace]?.number ?? 0 }}
        onWay={nextOfWay}
        onZoom={view.zoom}
        onFit={view.fit}
      />
      <div class="pic-window">
        <PictureTree
          element={svg}
          state={state}
          view={view}
          finding={finding}
          step={step}
          way={way}
          onFinding={onFinding}
          onStep={onOpen ?? setStep}
        />
        {!fits && (
          <Overview
            scene={scene}
            graph={graph}
            view={view.view}
            onMoved={view.onMoved}
            onMove={view.centre}
          />
        )}
      </div>
      <OuterFindings pins={outer} titleOf={titleOf} onFinding={onFinding} />
      {workflow.missingSteps > 0 && (
        <p class="soft">
          {workflow.missingSteps.toLocaleString('en')} more steps are not stored: the picture has those with
          findings and the containers around them first.
        </p>
      )}
      {step !== -1 && (
        <StepPanel
          key={step}
          graph={graph}
          node={step}
          titleOf={titleOf}
          onFinding={onFinding}
          onStep={(node) => {
            goTo(node, false);
            setStep(pages.includes(node) ? -1 : node);
          }}
          onWorkflow={onWorkflow}
          onClose={() => setStep(-1)}
        />
      )}
    </div>
  );
}

/** Names each workflow that has steps as its author does, with its path where another one has the same name. */
function workflowChoices({ workflows }: Outline): readonly PictureChoice[] {
  const drawn = workflows.map((workflow, value) => ({ ...workflow, value })).filter(({ steps }) => steps > 0);
  const byName = Map.groupBy(drawn, ({ name, file }) => name || file);
  return drawn.map(({ name, file, summary, value }) => {
    const isUnique = name === '' || file === '' || byName.get(name)!.length === 1;
    return { value, name: isUnique ? name || file : `${name} (${file})`, findings: summary.total };
  });
}
