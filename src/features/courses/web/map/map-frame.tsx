/**
 * The map's place on a screen: loads the map when it is asked for, and shows a message when it cannot come. The list
 * below belongs to the screen and does not depend on the map.
 */
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { courseRoutes } from "../../contract.ts";
import type { ReplyOf } from "#platform/shared/route.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { mapFrameWords } from "./frame-words.ts";
import type { CourseMapProps } from "./surface.ts";

type Config = ReplyOf<typeof courseRoutes.getConfig>["body"];

async function loadMap({ maps, defaultCenter }: Config): Promise<{ default: ComponentType<CourseMapProps> }> {
  const [{ CourseMap }, surface] = await Promise.all([
    import("./course-map.tsx"),
    maps.provider === "google"
      ? import("./google-surface.tsx").then((file) => file.googleSurface(maps.key ?? ""))
      : import("./embedded-surface.tsx").then((file) => file.embeddedSurface),
  ]);
  return { default: (props) => <CourseMap {...props} surface={surface} center={defaultCenter} /> };
}

export function MapFrame(props: CourseMapProps) {
  const words = useWords(mapFrameWords);
  const config = useQuery(queryFor(courseRoutes.getConfig));
  if (config.data) return <LoadedMap {...props} config={config.data} />;
  return config.isError ? <Failed onRetry={() => void config.refetch()} /> : <MapLoading label={words.loading} />;
}

function LoadedMap({ config, ...props }: CourseMapProps & { config: Config }) {
  const words = useWords(mapFrameWords);
  // React keeps a failed load for ever, so trying again needs a new one.
  const [{ Map, attempt }, setLoad] = useState(() => ({ Map: lazy(() => loadMap(config)), attempt: 0 }));
  // Google's script is tried once a page.
  const retry = () => setLoad({ Map: lazy(() => loadMap(config)), attempt: attempt + 1 });
  return (
    <MapBoundary key={attempt} instead={<Failed {...(config.maps.provider === "google" ? {} : { onRetry: retry })} />}>
      <Suspense fallback={<MapLoading label={words.loading} />}>
        <Map {...props} />
      </Suspense>
    </MapBoundary>
  );
}

function MapLoading({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton className="h-125 rounded-card" />
    </Loading>
  );
}

function Failed({ onRetry }: { onRetry?: () => void }) {
  const words = useWords(mapFrameWords);
  const again = onRetry && (
    <Button variant="secondary" size="small" onClick={onRetry}>
      <RotateCcw aria-hidden className="size-5" />
      {words.again}
    </Button>
  );
  return (
    <Banner tone="warning" title={words.failedTitle} live="polite" actions={again}>
      {words.failed}
    </Banner>
  );
}

/** React itself logs what is caught here. */
class MapBoundary extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
