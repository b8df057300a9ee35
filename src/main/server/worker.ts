/** What a worker process does: every heavy task of the rooms. */
import { rewritePicture } from "#platform/server/pictures.ts";
import { limitOutbound } from "#platform/server/outbound.ts";
import { serveTasks } from "#platform/server/work/worker.ts";
import { drawStatement } from "#features/books/server/statement-files.ts";
import { drawReceipt } from "#features/receipts/server/receipt-pdf.ts";
import { drawCourseReport } from "#features/reports/server/course-report-files.ts";
import { drawSettlement } from "#features/reports/server/settlement-files.ts";

// What it draws comes with the task: whoever breaks a picture's reader open gets no connection.
limitOutbound(() => false);
serveTasks([rewritePicture, drawReceipt, drawCourseReport, drawSettlement, drawStatement]);
