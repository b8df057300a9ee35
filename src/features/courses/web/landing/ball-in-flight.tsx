/** A ball on its way to the gold flag, over the picture of the range. It flies twice, and not where motion is reduced. */
const FLIGHT = "M720 872 Q840 40 1060 506";

export function BallInFlight({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" className={className}>
      <path
        d={FLIGHT}
        fill="none"
        stroke="#fff"
        strokeOpacity="0.55"
        strokeWidth="6"
        strokeDasharray="2 16"
        strokeLinecap="round"
      />
      <circle r="16" fill="#fff" stroke="#0b4531" strokeWidth="2" className="motion-reduce:hidden">
        <animateMotion
          path={FLIGHT}
          dur="2.4s"
          repeatCount="2"
          fill="freeze"
          calcMode="spline"
          keyTimes="0;1"
          keyPoints="0;1"
          keySplines=".2 .6 .6 1"
        />
        <animate attributeName="r" values="16;11;8" dur="2.4s" repeatCount="2" fill="freeze" />
      </circle>
    </svg>
  );
}
