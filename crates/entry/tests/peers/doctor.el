;;; The psychotherapist that Emacs carries (M-x doctor), a line in and its answer out.   -*- lexical-binding: t -*-
;; Run with: emacs -Q --batch -l doctor.el
;; An answer ends with an empty line; the end of the input ends it.

(require 'doctor)
(require 'subr-x)

(defun viva-answer (said)
  "Say SAID to the doctor; its answer on one line."
  (with-current-buffer "*doctor*"
    (goto-char (point-max))
    (insert said "\n")
    (let ((asked (point)))
      (insert "\n")
      (doctor-read-print)
      (string-join (split-string (buffer-substring-no-properties asked (point-max))) " "))))

(with-current-buffer (get-buffer-create "*doctor*")
  (doctor-mode))

(let (said)
  (while (setq said (ignore-errors (read-from-minibuffer "")))
    (princ (concat (if (string-blank-p said) "Go on." (viva-answer said)) "\n\n"))))
